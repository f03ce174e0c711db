// Drives the real pi: one process of `pi -p` for each turn, which resumes the session of the one before.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** The tool that reads a file: `{ path }`. */
export const PI_READ = 'read';

/** Writes `~/.pi/agent/models.json`: the model, under a provider of its own. */
export function configurePi(lab: Lab, api: string): void {
  const folder = path.join(lab.home, '.pi', 'agent');
  const scripted = {
    baseUrl: api,
    api: 'openai-completions',
    apiKey: 'no-key-is-needed-here',
    models: [{ id: 'tea-1' }],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'models.json'), JSON.stringify({ providers: { scripted } }));
}

export class PiSession {
  readonly #command: readonly string[];
  readonly #lab: Lab;
  #id: string | undefined;

  /** @param id of the session to resume; a new one unless given */
  constructor(command: readonly string[], lab: Lab, id?: string) {
    this.#command = command;
    this.#lab = lab;
    this.#id = id;
  }

  /** One prompt to the end of its turn. Throws where an extension cannot be loaded: the client ends with 1 then. */
  async turn(prompt: string): Promise<HeadlessRun> {
    const resume = this.#id === undefined ? [] : ['--session', this.#id];
    const options = ['--provider', 'scripted', '--model', 'tea-1', '--mode', 'json'];
    const run = await runHeadless([...this.#command, ...options, ...resume, '-p', prompt], {
      cwd: this.#lab.project,
      env: { ...this.#lab.env, PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
    });
    const events = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id?: string });
    this.#id = events.find(({ type }) => type === 'session')?.id;
    return run;
  }

  get id(): string {
    if (this.#id === undefined) throw new Error('the client has named no session yet');
    return this.#id;
  }
}
