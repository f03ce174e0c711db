// Drives Cursor's own loader and executor of hooks, as its SDK has them for local agents. No agent runs and no model is asked.
import path from 'node:path';
import { runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

export interface CursorHooks {
  /** Why it rejected a file; it then runs none of that file's hooks. */
  errors: { source: string; message: string }[];
  /** The events that have a hook, over all files. */
  steps: string[];
  /** Of an event that was run: the answers of all its hooks as one; absent where no hook gave a valid one. */
  answer?: Record<string, unknown>;
}

/** How a hook gets its payload: by a pipe, or, in older builds, by a here-document that is put behind its command. */
export type CursorTransport = 'stdin' | 'legacy';

/**
 * Loads the hooks of the lab's project and home, and runs those of `event`, if one is given.
 * @param command of `CURSOR_SDK`
 * @param payload what the event adds to, or has otherwise than, the fields below; the executor adds what is common to all
 */
export async function cursorHooks(
  command: readonly string[],
  lab: Lab,
  event?: string,
  payload: Readonly<Record<string, unknown>> = {},
  transport: CursorTransport = 'stdin',
): Promise<CursorHooks> {
  const request = { conversation_id: 'conversation-1', generation_id: 'generation-1', model: 'tea-1', ...payload };
  const asked = JSON.stringify({ project: lab.project, event, request, transport });
  const script = path.join(import.meta.dirname, 'cursor-hooks.mjs');
  const run = await runHeadless([...command.slice(0, -1), script, command.at(-1)!, asked], {
    // Not the project: hooks must not count on it.
    cwd: lab.root,
    env: { ...lab.env, SHELL: '/bin/sh' },
  });
  return JSON.parse(run.stdout) as CursorHooks;
}
