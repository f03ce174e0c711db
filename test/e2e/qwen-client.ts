// Drives the real Qwen Code: one process of `qwen -p` for each turn, which resumes the conversation of the one before.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** Writes what a person has chosen before: to use a key, to report nothing. The client trusts every folder unless told otherwise. */
export function configureQwen(lab: Lab): void {
  const folder = path.join(lab.home, '.qwen');
  mkdirSync(folder, { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  writeFileSync(path.join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
}

export class QwenSession {
  readonly #command: readonly string[];
  readonly #lab: Lab;
  readonly #api: string;
  #id: string | undefined;

  /** @param id of the conversation to resume; a new one unless given */
  constructor(command: readonly string[], lab: Lab, api: string, id?: string) {
    this.#command = command;
    this.#lab = lab;
    this.#api = api;
    this.#id = id;
  }

  /** One prompt to the end of its turn. `/compress` is a command, and fails where the summary would be no shorter than what it sums up. */
  async turn(prompt: string): Promise<HeadlessRun> {
    const options = ['--model', 'scripted', '--approval-mode', 'yolo', '--output-format', 'json'];
    const resume = this.#id === undefined ? [] : ['--resume', this.#id];
    const run = await runHeadless([...this.#command, ...options, ...resume, '--prompt', prompt], {
      cwd: this.#lab.project,
      env: {
        ...this.#lab.env,
        OPENAI_API_KEY: 'no-key-is-needed-here',
        OPENAI_BASE_URL: this.#api,
        QWEN_DEBUG_LOG_FILE: '1',
      },
    });
    const events = JSON.parse(run.stdout) as { session_id?: string }[];
    this.#id = events.find(({ session_id }) => session_id !== undefined)?.session_id;
    return run;
  }

  get id(): string {
    if (this.#id === undefined) throw new Error('the client has named no session yet');
    return this.#id;
  }

  /** All that the client complains of about hooks, in its log: those that failed, those that printed what it cannot read. */
  complaints(): string[] {
    const lines = readFileSync(path.join(this.#lab.home, '.qwen', 'debug', `${this.id}.txt`), 'utf8').split('\n');
    return lines.filter((line) => /\[(WARN|ERROR)\].*hook/i.test(line));
  }
}
