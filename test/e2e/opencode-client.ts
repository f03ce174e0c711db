// Drives the real OpenCode: one process of `opencode run` for each turn, which continues the session of the one before.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OPENCODE } from './clients.ts';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** How much the scripted model says that it takes, in tokens: an answer with more in `tokens` has the client sum up the session. */
export const CONTEXT_TOKENS = 100_000;

/** A config folder of the client: the user's, which is also where plugins for every project are. */
export const configFolder = (lab: Lab): string => path.join(lab.home, '.config', 'opencode');

/** Writes what a person has chosen before: our model, no updates, nothing shared. */
export function configureOpencode(lab: Lab, api: string): void {
  mkdirSync(configFolder(lab), { recursive: true });
  const limit = { context: CONTEXT_TOKENS, output: 4000 };
  const settings = {
    autoupdate: false,
    share: 'disabled',
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: api, apiKey: 'no-key-is-needed-here' },
        models: { scripted: { tool_call: true, limit } },
      },
    },
  };
  writeFileSync(path.join(configFolder(lab), 'opencode.json'), `${JSON.stringify(settings, null, 2)}\n`);
}

/**
 * Lets a config folder look as if the client had been there before. At its first start it installs the types of its plugins into each,
 * from npm's registry, unless there is a `node_modules` and the lock names the package; a plugin that imports nothing needs none of it.
 */
function settle(folder: string): void {
  const dependencies = { '@opencode-ai/plugin': OPENCODE.version };
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': { dependencies } } }));
}

export class OpencodeSession {
  readonly #command: readonly string[];
  readonly #lab: Lab;
  #id: string | undefined;
  readonly #stderr: string[] = [];

  /** @param id of the session to continue; a new one unless given */
  constructor(command: readonly string[], lab: Lab, id?: string) {
    this.#command = command;
    this.#lab = lab;
    this.#id = id;
  }

  /** One prompt to the end of its turn. The client puts a prompt of several words into double quotes. */
  async turn(prompt: string): Promise<HeadlessRun> {
    const { home, project, env } = this.#lab;
    for (const folder of [configFolder(this.#lab), path.join(home, '.opencode'), path.join(project, '.opencode')])
      if (existsSync(folder) && !existsSync(path.join(folder, 'node_modules'))) settle(folder);
    const resume = this.#id === undefined ? [] : ['--session', this.#id];
    const words = ['--print-logs', '--log-level', 'WARN', 'run', '--auto', '--format', 'json', ...resume, prompt];
    const run = await runHeadless([...this.#command, ...words], {
      cwd: project,
      env: {
        ...env,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
      },
    });
    this.#stderr.push(...run.stderr.split('\n'));
    const [first] = run.stdout.split('\n');
    this.#id = (JSON.parse(first ?? '') as { sessionID: string }).sessionID;
    return run;
  }

  get id(): string {
    if (this.#id === undefined) throw new Error('the client has named no session yet');
    return this.#id;
  }

  /** The warnings and errors of the client's log: plugins that did not start. A hook that throws ends the turn, and so throws here. */
  complaints(): string[] {
    return this.#stderr.filter((line) => /level=(WARN|ERROR)/.test(line));
  }
}
