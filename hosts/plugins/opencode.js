// engram's memory for OpenCode; written by `engram link`, and taken away by `engram unlink --global opencode`.
// Each prompt is handed to engram, and what it answers stands at the end of the system text of the session's requests until the
// next prompt. Where engram is missing, late or broken, OpenCode goes on as without it.
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Longest that engram is waited for, in milliseconds: OpenCode itself would wait without end. */
const DEADLINE = 10_000;

/** How OpenCode begins requests that are its own: for a title, and for a summary of the session. */
const OWN_REQUESTS = ['You are a title generator', 'You are a context summarization agent'];

/** So many sessions are remembered; one that is forgotten is asked for anew. */
const SESSIONS = 100;

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
 * What the person typed. `opencode run two words` puts double quotes around it.
 * @param {{ type: string, text?: string, synthetic?: boolean }[]} parts
 */
function promptOf(parts) {
  const typed = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text);
  return typed.join('\n').replace(/^"(.*)"$/s, '$1');
}

/**
 * An error that leaves a hook ends the turn.
 * @template I, O
 * @param {(input: I, output: O) => Promise<void>} hook
 * @returns {(input: I, output: O) => Promise<void>}
 */
function unfailing(hook) {
  return async (input, output) => {
    try {
      await hook(input, output);
    } catch {}
  };
}

/** @param {{ client: any, directory: string }} context */
export async function engram({ client, directory }) {
  if (process.env.ENGRAM_NO_HOOKS === '1') return {};

  /** What stands in a session's system text, by its id. @type {Map<string, string>} */
  const slots = new Map();

  /** @param {string} session @param {string} text */
  function keep(session, text) {
    slots.delete(session);
    slots.set(session, text);
    for (const oldest of slots.keys()) if (slots.size > SESSIONS) slots.delete(oldest);
  }

  /** A subagent's: it has what its parent tells it. @param {string} session */
  async function isChild(session) {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, 2_000);
    });
    try {
      const found = await Promise.race([client.session.get({ path: { id: session } }), late]);
      return Boolean(found?.data?.parentID);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {string} session @param {Record<string, unknown>} event */
  async function fill(session, event) {
    if (await isChild(session)) return keep(session, '');
    const context = await ask('opencode', { ...event, session_id: session, cwd: directory });
    keep(session, context ?? slots.get(session) ?? '');
  }

  return {
    /** @type {(input: { sessionID: string }, output: { message: { id: string }, parts: any[] }) => Promise<void>} */
    'chat.message': unfailing(async ({ sessionID }, { message, parts }) => {
      const prompt = promptOf(parts);
      if (prompt.trim() === '') return;
      await fill(sessionID, { hook_event_name: 'chat.message', turn_id: message.id, prompt });
    }),

    /** @type {(input: { sessionID?: string }, output: { system: string[] }) => Promise<void>} */
    'experimental.chat.system.transform': unfailing(async ({ sessionID }, { system }) => {
      if (!sessionID || OWN_REQUESTS.some((words) => system[0]?.startsWith(words))) return;
      // No prompt of it was seen here.
      if (!slots.has(sessionID)) {
        await fill(sessionID, { hook_event_name: 'experimental.chat.system.transform', source: 'resume' });
      }
      const text = slots.get(sessionID);
      // In place: another array would be ignored. An empty text would be an empty message.
      if (text && !system.includes(text)) system.push(text);
    }),
  };
}
