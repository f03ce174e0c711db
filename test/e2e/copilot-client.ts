// Drives the real GitHub Copilot CLI: one process of `copilot -p` for each turn, which resumes the session of the one before.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** The tool that reads a file: `{ path }`, absolute. */
export const COPILOT_READ = 'view';

/** Trusts the project as a person does in the dialog of the first start. Without it the client loads no hooks of the project. */
export function trustCopilot(lab: Lab): void {
  const folder = path.join(lab.home, '.copilot');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ trustedFolders: [lab.project] }));
}

export class CopilotSession {
  readonly id: string;
  readonly #command: readonly string[];
  readonly #lab: Lab;
  readonly #api: string;

  /** @param id of the session to resume; a new one unless given */
  constructor(command: readonly string[], lab: Lab, api: string, id: string = randomUUID()) {
    this.#command = command;
    this.#lab = lab;
    this.#api = api;
    this.id = id;
  }

  /** One prompt to the end of its turn. */
  turn(prompt: string): Promise<HeadlessRun> {
    const quiet = ['--allow-all-tools', '--no-auto-update', '--disable-client-telemetry', '--no-color'];
    const log = ['--log-level', 'all', '--log-dir', logFolder(this.#lab)];
    return runHeadless([...this.#command, ...quiet, ...log, '--session-id', this.id, '-p', prompt], {
      cwd: this.#lab.project,
      env: {
        ...this.#lab.env,
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_BASE_URL: this.#api,
        COPILOT_PROVIDER_API_KEY: 'no-key-is-needed-here',
        // One whose limits the client knows.
        COPILOT_MODEL: 'gpt-5-mini',
      },
    });
  }
}

const logFolder = (lab: Lab): string => path.join(lab.root, 'copilot-logs');

/** What the client's logs hold against hooks: files that it rejected, runs that failed or timed out. It logs no answer that it ignores. */
export function copilotComplaints(lab: Lab): string[] {
  return readdirSync(logFolder(lab))
    .flatMap((name) => readFileSync(path.join(logFolder(lab), name), 'utf8').split('\n'))
    .filter((line) => /\[(?:ERROR|WARNING)\] \[rust:hooks\]/.test(line));
}
