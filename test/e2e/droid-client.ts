// Drives the real Factory droid: one process of `droid exec` for each turn, which resumes the session of the one before.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** The tool that reads a file: `{ file_path }`, absolute. */
export const DROID_READ = 'Read';

/** Writes `~/.factory/settings.json`: the model, as a person adds one of his own. */
export function configureDroid(lab: Lab, api: string): void {
  const model = {
    model: 'tea-1',
    displayName: 'Tea',
    baseUrl: api,
    apiKey: 'no-key-is-needed-here',
    provider: 'generic-chat-completion-api',
    maxOutputTokens: 1000,
  };
  mkdirSync(path.join(lab.home, '.factory'), { recursive: true });
  writeFileSync(path.join(lab.home, '.factory', 'settings.json'), JSON.stringify({ customModels: [model] }));
}

export class DroidSession {
  readonly #command: readonly string[];
  readonly #lab: Lab;
  readonly #api: string;
  #id: string | undefined;

  /**
   * @param api the model's URL; the client takes its server for Factory's own too, which has nothing
   * @param id of the session to resume; a new one unless given
   */
  constructor(command: readonly string[], lab: Lab, api: string, id?: string) {
    this.#command = command;
    this.#lab = lab;
    this.#api = api;
    this.#id = id;
  }

  /** One prompt to the end of its turn. */
  async turn(prompt: string): Promise<HeadlessRun> {
    // Without Factory's server a new session starts at once, but none can be resumed: the client asks there first, and 404 will do.
    const alone = this.#id === undefined ? { FACTORY_AIRGAP_ENABLED: '1' } : {};
    const resume = this.#id === undefined ? [] : ['--session-id', this.#id];
    const options = ['--auto', 'high', '--model', 'custom:Tea-0', '--output-format', 'json'];
    const run = await runHeadless([...this.#command, 'exec', ...options, ...resume, prompt], {
      cwd: this.#lab.project,
      env: {
        ...this.#lab.env,
        ...alone,
        FACTORY_API_BASE_URL: new URL(this.#api).origin,
        FACTORY_API_KEY: 'fk-no-key-is-needed-here',
        FACTORY_DISABLE_KEYRING: '1',
        FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
      },
    });
    this.#id = (JSON.parse(run.stdout) as { session_id: string }).session_id;
    return run;
  }

  get id(): string {
    if (this.#id === undefined) throw new Error('the client has named no session yet');
    return this.#id;
  }
}

/** The lines of the client's log about hooks that did not end with 0 or wrote to their standard error. */
export function droidComplaints(lab: Lab): string[] {
  const log = path.join(lab.home, '.factory', 'logs', 'droid-log-single.log');
  if (!existsSync(log)) throw new Error(`droid has written no ${log}`);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => {
      const run = /\[Hooks\] Command completed \| Context: \{"exitCode":(-?\d+),.*?"stderr":"(.*?)","tags"/.exec(line);
      return run !== null && (run[1] !== '0' || run[2] !== '');
    });
}
