// Drives the real Gemini CLI: one process of `gemini -p` for each turn, which resumes the conversation of the one before.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** Writes what a person has chosen before: to use a key, to report nothing, to trust the project. */
export function configureGemini(lab: Lab): void {
  const folder = path.join(lab.home, '.gemini');
  mkdirSync(folder, { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  writeFileSync(path.join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
  writeFileSync(path.join(folder, 'trustedFolders.json'), `${JSON.stringify({ [lab.project]: 'TRUST_FOLDER' })}\n`);
}

export class GeminiSession {
  readonly #command: readonly string[];
  readonly #lab: Lab;
  readonly #api: string;
  #id: string | undefined;
  readonly #stderr: string[] = [];

  /** @param id of the conversation to resume; a new one unless given */
  constructor(command: readonly string[], lab: Lab, api: string, id?: string) {
    this.#command = command;
    this.#lab = lab;
    this.#api = api;
    this.#id = id;
  }

  /**
   * One prompt to the end of its turn. `/compress` has the client sum up the conversation, which must have a turn, and is a prompt as well;
   * the client keeps a summary only where it is shorter than what it sums up.
   */
  async turn(prompt: string): Promise<HeadlessRun> {
    const options = ['--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--output-format', 'json'];
    const resume = this.#id === undefined ? [] : ['--resume', this.#id];
    const run = await runHeadless([...this.#command, ...options, ...resume, '--prompt', prompt], {
      cwd: this.#lab.project,
      env: { ...this.#lab.env, GEMINI_API_KEY: 'no-key-is-needed-here', GOOGLE_GEMINI_BASE_URL: this.#api },
    });
    this.#stderr.push(...run.stderr.split('\n'));
    this.#id = (JSON.parse(run.stdout) as { session_id: string }).session_id;
    return run;
  }

  get id(): string {
    if (this.#id === undefined) throw new Error('the client has named no session yet');
    return this.#id;
  }

  /** All that the client complains of about hooks: those that failed, those that printed something other than JSON. */
  complaints(): string[] {
    return this.#stderr.filter((line) => /^(\[WARNING\] )?Hook(\(s\) | execution | system message)/.test(line));
  }
}
