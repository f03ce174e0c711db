// Drives the real Claude Code: one process of `claude -p`, a conversation over stream-json.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import type { Lab } from './lab.ts';

/** What the client reports of one run of one hook. */
export interface HookResponse {
  hook_event: string;
  hook_name: string;
  stdout: string;
  stderr: string;
  exit_code: number;
  outcome: string;
}

interface StreamEvent {
  type: string;
  subtype?: string;
  session_id?: string;
}

/** Longest that one turn may take; a busy two-core machine needs about five seconds. */
const TURN_MS = 90_000;

export class ClaudeSession {
  readonly events: StreamEvent[] = [];
  #stderr = '';
  #next: ((event: StreamEvent) => void) | undefined;
  readonly #child: ChildProcess;
  readonly #closed: Promise<number | null>;
  readonly #debug: string;

  constructor(binary: string, lab: Lab, api: string, args: readonly string[] = []) {
    this.#debug = path.join(lab.root, `claude-${Date.now()}.log`);
    const stream = [
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-hook-events',
    ];
    this.#child = spawn(binary, [...stream, '--debug-file', this.#debug, ...args], {
      cwd: lab.project,
      env: {
        ...lab.env,
        ANTHROPIC_BASE_URL: api,
        ANTHROPIC_API_KEY: 'no-key-is-needed-here',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_ERROR_REPORTING: '1',
        DISABLE_TELEMETRY: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr?.on('data', (data) => {
      this.#stderr += data;
    });
    readline.createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      const event = JSON.parse(line) as StreamEvent;
      this.events.push(event);
      if (event.type === 'result') this.#next?.(event);
    });
    this.#closed = new Promise((done) => this.#child.on('close', done));
  }

  /** Sends one user message, a slash command included, and waits for the end of its turn. */
  async turn(content: string): Promise<void> {
    const result = new Promise<StreamEvent>((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`no result within ${TURN_MS} ms\n${this.#stderr}`)), TURN_MS);
      this.#next = (event) => {
        clearTimeout(timer);
        done(event);
      };
      this.#child.once('close', (code) => failed(new Error(`the client ended with ${code}\n${this.#stderr}`)));
    });
    this.#child.stdin?.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
    await result;
  }

  /** Ends the conversation; the exit code. */
  async end(): Promise<number | null> {
    this.#child.stdin?.end();
    return this.#closed;
  }

  /** For a test that failed half way. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  get id(): string {
    const id = this.events.find((event) => event.session_id)?.session_id;
    if (!id) throw new Error('the client has named no session yet');
    return id;
  }

  hooks(event?: string): HookResponse[] {
    const responses = this.events.filter(({ subtype }) => subtype === 'hook_response') as unknown as HookResponse[];
    return responses.filter((response) => !event || response.hook_event === event);
  }

  /** Exit codes of a hook's runs after the client's log: the stream does not report PreCompact. */
  exitCodes(hookName: string): number[] {
    return this.#log().flatMap((line) => {
      const run = / (\S+) \[.*\] (?:finished|completed) with status (-?\d+)/.exec(line);
      return run?.[1] === hookName ? [Number(run[2])] : [];
    });
  }

  /** All that the client complains of: hooks that did not succeed, settings that it rejected, errors it logged about hooks. */
  complaints(): string[] {
    return [
      ...this.hooks()
        .filter(({ outcome, exit_code, stderr }) => outcome !== 'success' || exit_code !== 0 || stderr !== '')
        .map((response) => JSON.stringify(response)),
      ...this.#log().filter((line) =>
        /Invalid setting|Hook.*(\bfailed\b|\berror\b)|\] (finished|completed) with status (?!0\b)/i.test(line),
      ),
    ];
  }

  #log(): string[] {
    return existsSync(this.#debug) ? readFileSync(this.#debug, 'utf8').split('\n') : [];
  }
}

/** `additionalContext` of one hook's answer, or '' where it printed nothing. */
export function contextOf(response: HookResponse): string {
  if (response.stdout.trim() === '') return '';
  const answer = JSON.parse(response.stdout) as { hookSpecificOutput: { additionalContext: string } };
  return answer.hookSpecificOutput.additionalContext;
}
