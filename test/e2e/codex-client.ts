// Drives the real Codex through `codex app-server`, its JSON-RPC over stdio.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import type { Lab } from './lab.ts';

/** What the client reports of one run of one hook. */
export interface HookRun {
  eventName: string;
  status: string;
  entries: { kind: string; text: string }[];
}

interface ListedHook {
  key: string;
  currentHash: string;
  command: string;
  trustStatus?: string;
}

interface Message {
  id?: number;
  method?: string;
  params?: { threadId?: string; turn?: { id: string }; run?: HookRun };
  result?: unknown;
  error?: { message: string };
}

/** Longest that one answer or turn may take; a busy two-core machine needs about five seconds. */
const LIMIT_MS = 90_000;

/** The models of the runs, by how their subagents begin: empty, and with the parent's whole history. */
export const MODELS = { empty: 'gpt-5.6-luna', inheriting: 'gpt-6-sol' } as const;

/** Writes `~/.codex/config.toml`: our model, no approvals to ask for, and trust in the project as a person gives it at the first start. */
export function configureCodex(
  lab: Lab,
  api: string,
  { compactAt, model = MODELS.empty }: { compactAt?: number; model?: string } = {},
): void {
  mkdirSync(path.join(lab.home, '.codex'), { recursive: true });
  writeFileSync(
    config(lab),
    `model = ${JSON.stringify(model)}
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
${compactAt ? `model_auto_compact_token_limit = ${compactAt}` : ''}

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = ${JSON.stringify(api)}
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects.${JSON.stringify(lab.project)}]
trust_level = "trusted"
`,
  );
}

const config = (lab: Lab): string => path.join(lab.home, '.codex', 'config.toml');

const environment = (lab: Lab): Record<string, string> => ({ ...lab.env, SCRIPTED_KEY: 'no-key-is-needed-here' });

/** `codex exec <prompt>`: one turn, as scripts run it. */
export async function codexExec(
  binary: string,
  lab: Lab,
  prompt: string,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(binary, ['exec', prompt], {
    cwd: lab.project,
    env: environment(lab),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIMIT_MS,
  });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stderr };
}

export class CodexServer {
  readonly #notes: Message[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #watchers = new Set<(message: Message) => void>();
  #stderr = '';
  #lastId = 0;

  private constructor(binary: string, lab: Lab) {
    this.#child = spawn(binary, ['app-server'], {
      cwd: lab.project,
      env: environment(lab),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr?.on('data', (data) => {
      this.#stderr += data;
    });
    readline
      .createInterface({ input: this.#child.stdout! })
      .on('line', (line) => this.#receive(JSON.parse(line) as Message));
    this.#closed = new Promise((done) => this.#child.on('close', done));
  }

  static async open(binary: string, lab: Lab): Promise<CodexServer> {
    const server = new CodexServer(binary, lab);
    await server.call('initialize', { clientInfo: { name: 'engram-e2e', version: '1' } });
    server.#send({ method: 'initialized' });
    return server;
  }

  async call<T>(method: string, params: object): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = this.#within<Message>(method, (done) => this.#answers.set(id, done));
    this.#send({ id, method, params });
    const { error, result } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  /** A new thread in the lab's project; its id. */
  async start(lab: Lab): Promise<string> {
    return (await this.call<{ thread: { id: string } }>('thread/start', { cwd: lab.project })).thread.id;
  }

  async resume(thread: string): Promise<void> {
    await this.call('thread/resume', { threadId: thread });
  }

  async turn(thread: string, text: string): Promise<void> {
    await this.#completed(thread, 'turn/start', { threadId: thread, input: [{ type: 'text', text }] });
  }

  /** A message typed while a turn runs. */
  async steer(thread: string, text: string): Promise<void> {
    const turn = this.#notes.findLast(({ method }) => method === 'turn/started')?.params?.turn?.id;
    await this.call('turn/steer', { threadId: thread, expectedTurnId: turn, input: [{ type: 'text', text }] });
  }

  async compact(thread: string): Promise<void> {
    await this.#completed(thread, 'thread/compact/start', { threadId: thread });
  }

  /** The hooks that the client found for the project, and what it holds against their files. */
  async hooks(lab: Lab): Promise<{ hooks: ListedHook[]; complaints: string[] }> {
    interface Listed {
      hooks: ListedHook[];
      warnings: string[];
      errors: { message: string }[];
    }
    const { data } = await this.call<{ data: Listed[] }>('hooks/list', { cwds: [lab.project] });
    const { hooks, warnings, errors } = data[0]!;
    return { hooks, complaints: [...warnings, ...errors.map(({ message }) => message)] };
  }

  runs(): HookRun[] {
    return this.#notes.flatMap(({ method, params }) =>
      method === 'hook/completed' && params?.run ? [params.run] : [],
    );
  }

  /** Runs that did not complete. */
  complaints(): string[] {
    return this.runs()
      .filter(
        ({ status, entries }) =>
          status !== 'completed' || entries.some(({ kind }) => kind === 'error' || kind === 'warning'),
      )
      .map((run) => JSON.stringify(run));
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill(), 10_000);
    await this.#closed;
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #completed(thread: string, method: string, params: object): Promise<void> {
    const end = this.#within<Message>(`the end of ${method}`, (done) => {
      const watcher = (message: Message): void => {
        if (message.method !== 'turn/completed' || message.params?.threadId !== thread) return;
        this.#watchers.delete(watcher);
        done(message);
      };
      this.#watchers.add(watcher);
    });
    await this.call(method, params);
    await end;
  }

  #within<T>(what: string, start: (done: (value: T) => void) => void): Promise<T> {
    return new Promise((done, failed) => {
      const timer = setTimeout(
        () => failed(new Error(`${what}: nothing within ${LIMIT_MS} ms\n${this.#stderr.slice(-600)}`)),
        LIMIT_MS,
      );
      start((value) => {
        clearTimeout(timer);
        done(value);
      });
    });
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(message: Message): void {
    if (message.id !== undefined && message.method === undefined) {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
      return;
    }
    this.#notes.push(message);
    for (const watcher of this.#watchers) watcher(message);
  }
}

/** Trusts hooks by writing what the review screen (`/hooks`, "Trust all") writes: a person's act, so the test's and never the product's. */
export function trustHooks(lab: Lab, hooks: readonly ListedHook[]): void {
  const tables = hooks.map(
    ({ key, currentHash }) => `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`,
  );
  appendFileSync(config(lab), tables.join(''));
}
