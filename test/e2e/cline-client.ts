// Drives the real Cline CLI: through `cline --acp`, its JSON-RPC over stdio, and by `cline <prompt>`, as scripts run it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { type HeadlessRun, runHeadless } from './headless.ts';
import type { Lab } from './lab.ts';

/** The tool that reads files: `{ files: [{ path }] }`, absolute. */
export const CLINE_READ = 'read_files';

/** Longest that one answer or turn may take; a busy two-core machine needs about five seconds. */
const LIMIT_MS = 90_000;

const PROVIDER = 'openai-compatible';
const KEY = 'no-key-is-needed-here';

const environment = (lab: Lab): Record<string, string> => ({
  ...lab.env,
  CI: '1',
  CLINE_NO_AUTO_UPDATE: '1',
  CLINE_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // By itself it gives its plugins 4 s, and goes on without them.
  CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000',
  // Otherwise a hub that outlives the run is started.
  CLINE_SESSION_BACKEND_MODE: 'local',
});

/** `cline auth`: the model, as a person adds one of his own. */
export async function configureCline(command: readonly string[], lab: Lab, api: string): Promise<void> {
  const options = ['--provider', PROVIDER, '--apikey', KEY, '--modelid', 'tea-1', '--baseurl', api];
  await runHeadless([...command, 'auth', ...options], { cwd: lab.project, env: environment(lab) });
}

/** `cline <prompt>`: a session of one turn; the prompt has more than one word. The client resumes no session this way. */
export function clineRun(command: readonly string[], lab: Lab, prompt: string): Promise<HeadlessRun> {
  return runHeadless([...command, '--json', prompt], { cwd: lab.project, env: environment(lab) });
}

interface Message {
  id?: number;
  method?: string;
  params?: { options?: { optionId: string; kind: string }[] };
  result?: unknown;
  error?: { message: string };
}

/** One process of the client in the lab's project, with one session. */
export class ClineSession {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #answers = new Map<number, (message: Message) => void>();
  #stderr = '';
  #lastId = 0;
  #session = '';

  private constructor(command: readonly string[], lab: Lab) {
    const [program, ...words] = command;
    this.#child = spawn(program!, [...words, '--acp'], {
      cwd: lab.project,
      // It asks for an account of Cline's unless it is given a key and a provider here.
      env: { ...environment(lab), CLINE_API_KEY: KEY, CLINE_PROVIDER: PROVIDER },
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

  /**
   * Starts the client and a session in it.
   * @param id of the session to resume; a new one unless given
   */
  static async open(command: readonly string[], lab: Lab, id?: string): Promise<ClineSession> {
    const session = new ClineSession(command, lab);
    await session.#call('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const at = { cwd: lab.project, mcpServers: [] };
    if (id === undefined) session.#session = (await session.#call<{ sessionId: string }>('session/new', at)).sessionId;
    else {
      await session.#call('session/load', { ...at, sessionId: id });
      session.#session = id;
    }
    return session;
  }

  get id(): string {
    return this.#session;
  }

  /** One prompt to the end of its turn. Throws where a plugin's hook did, or took more than 3 s: the client asks no model then. */
  async turn(prompt: string): Promise<void> {
    await this.#call('session/prompt', { sessionId: this.#session, prompt: [{ type: 'text', text: prompt }] });
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.#closed;
    clearTimeout(timer);
  }

  /** For a test that failed half way. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #call<T>(method: string, params: object): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Message>((done, failed) => {
      const fail = (what: string) => failed(new Error(`${method}: ${what}\n${this.#stderr.slice(-2000)}`));
      const timer = setTimeout(() => fail(`nothing within ${LIMIT_MS} ms`), LIMIT_MS);
      void this.#closed.then(() => fail('the client has ended'));
      this.#answers.set(id, (message) => {
        clearTimeout(timer);
        done(message);
      });
    });
    this.#send({ id, method, params });
    const { error, result } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(message: Message): void {
    if (message.id === undefined) return;
    if (message.method === undefined) {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
      return;
    }
    // It asks before each tool; a person says yes.
    const allow = message.params?.options?.find(({ kind }) => kind === 'allow_once');
    this.#send({ id: message.id, result: { outcome: { outcome: 'selected', optionId: allow?.optionId } } });
  }
}

/** The warnings and errors of the client's log about plugins and hooks, after `clineRun`: a `ClineSession` writes no log. */
export function clineComplaints(lab: Lab): string[] {
  return readFileSync(path.join(lab.home, '.cline', 'data', 'logs', 'cline.log'), 'utf8')
    .split('\n')
    .filter((line) => {
      if (line === '') return false;
      const { level, msg = '' } = JSON.parse(line) as { level: number; msg?: string };
      return level >= 40 && /plugin|hook|Agent run failed/i.test(msg);
    });
}
