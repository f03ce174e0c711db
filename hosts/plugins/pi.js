// engram's memory for pi; written by `engram link`, and taken away by `engram unlink pi` (`--global` where it is in your home folder).
// Each prompt is handed to engram, and what it answers goes to the model behind the prompt, as a message that is not shown. Where
// engram is missing, late or broken, pi goes on as without it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Longest that engram is waited for, in milliseconds: pi itself would wait without end. */
const DEADLINE = 10_000;

/**
 * Hands an event to engram.
 * @param {string} host
 * @param {Record<string, unknown>} event
 * @returns {Promise<string | undefined>} its context, '' where it has none or is not there; undefined where it gave no answer
 */
function ask(host, event) {
  return new Promise((resolve) => {
    try {
      const launcher = join(homedir(), '.engram', 'bin', 'engram-hook');
      const windows = process.platform === 'win32';
      // A group of its own, so that the deadline ends the launcher's children too.
      const child = windows
        ? spawn(`"${launcher}.cmd" ${host}`, { shell: true, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
        : spawn(launcher, [host], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
      let printed = '';
      /** @param {string | undefined} context */
      const end = (context) => {
        clearTimeout(timer);
        resolve(context);
      };
      const timer = setTimeout(() => {
        end(undefined);
        try {
          if (windows || child.pid === undefined) child.kill('SIGKILL');
          else process.kill(-child.pid, 'SIGKILL');
        } catch {}
      }, DEADLINE);
      child.on('error', () => end(''));
      child.on('close', () => {
        try {
          end(printed === '' ? '' : (JSON.parse(printed).hookSpecificOutput?.additionalContext ?? ''));
        } catch {
          end(undefined);
        }
      });
      child.stdout.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
      // A launcher that does not read is no fault.
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify(event));
    } catch {
      resolve('');
    }
  });
}

/** @type {any} */
const everywhere = globalThis;
const SHARED = Symbol.for('engram.pi');
everywhere[SHARED] ??= { prompt: '', at: 0 };
/**
 * What was handed over last and when its answer came, in all copies of this file: a project may have one beside the user's.
 * @type {{ prompt: string, at: number }}
 */
const last = everywhere[SHARED];

/** @param {{ on(event: string, hook: (event: any, context: any) => Promise<any>): void }} pi */
export default function engram(pi) {
  if (process.env.ENGRAM_NO_HOOKS === '1') return;
  const unnamed = randomUUID();
  /** @param {any} context */
  const sessionOf = ({ sessionManager }) => sessionManager?.getSessionId?.() || unnamed;

  /** @param {Record<string, unknown>} event @param {any} context */
  async function tell(event, context) {
    return ask('pi', { ...event, session_id: sessionOf(context), cwd: context.cwd });
  }

  pi.on('before_agent_start', async ({ prompt }, context) => {
    const turn = context.sessionManager?.getLeafId?.() || 'first';
    const key = JSON.stringify([sessionOf(context), turn, prompt]);
    // pi runs one copy after the other, at once.
    if (last.prompt === key && Date.now() - last.at < 1_000) return undefined;
    const content = await tell({ hook_event_name: 'before_agent_start', turn_id: turn, prompt }, context);
    Object.assign(last, { prompt: key, at: Date.now() });
    return content ? { message: { customType: 'engram', content, display: false } } : undefined;
  });

  // What went before becomes a summary, or lies on another branch now: what was sent may be gone. The event after a compaction
  // does not come where the client ends with it.
  pi.on('session_before_compact', async (_, context) => {
    await tell({ hook_event_name: 'session_before_compact' }, context);
  });
  pi.on('session_tree', async (_, context) => {
    await tell({ hook_event_name: 'session_tree', source: 'clear' }, context);
  });
}
