// engram's memory for Cline; written by `engram link`, and taken away by `engram unlink cline` (`--global` where it is in your home folder).
// Each prompt is handed to engram, and what it answers goes to the model behind the prompt. Where engram is missing, late or
// broken, Cline goes on as without it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Longest that engram is waited for, in milliseconds: a hook that takes 3 s ends Cline's run. */
const DEADLINE = 2_000;

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

/**
 * What the person typed last, of which Cline makes `<user_input mode="act">…</user_input>`.
 * @param {any[]} messages
 */
function promptOf(messages) {
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const typed = parts
    .filter((/** @type {any} */ { type }) => type === 'text')
    .map((/** @type {any} */ { text }) => text);
  const whole = typed.join('\n');
  return /^\s*<user_input\b[^>]*>(.*)<\/user_input>/s.exec(whole)?.[1] ?? whole;
}

/** The session as Cline keeps it when it is resumed, and its folder. @type {{ session: string, root: string }} */
const at = { session: randomUUID(), root: process.cwd() };

/** @param {any} context */
async function beforeRun({ snapshot }) {
  try {
    const appendContext = await ask('cline', {
      hook_event_name: 'beforeRun',
      session_id: at.session,
      cwd: at.root,
      turn_id: snapshot.runId,
      ...(snapshot.parentAgentId ? { agent_id: snapshot.agentId } : {}),
      prompt: promptOf(snapshot.messages),
    });
    return appendContext ? { appendContext } : undefined;
  } catch {
    // An error that leaves the hook ends the run.
    return undefined;
  }
}

export default {
  // Of several plugins of one name Cline loads one: the user's, where a project has a copy too.
  name: 'engram',
  // Without a capability Cline does not start.
  manifest: { capabilities: ['hooks'] },
  /** @param {unknown} _ @param {any} context */
  setup(_, context) {
    at.session = context?.session?.sessionId || at.session;
    at.root = context?.workspaceInfo?.rootPath || at.root;
  },
  hooks: process.env.ENGRAM_NO_HOOKS === '1' ? {} : { beforeRun },
};
