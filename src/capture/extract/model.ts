// A turn read by a model that the person configured: any program that takes a prompt on stdin, or an OpenAI-compatible endpoint. Off
// unless one is named. What is sent is redacted before and what comes back is redacted again; whatever goes wrong, the rules read the
// turn. Nobody's word counts for more than where it stands: the model must quote, and the quote says whose word it is.
import type { Config } from '../../config/keys.ts';
import { redact } from '../../text/secrets.ts';
import type { CapturedTurn } from '../turn.ts';
import type { Candidate } from './candidate.ts';
import { dreamed } from './dream.ts';
import { type ExtractOptions, extract } from './extract.ts';
import { candidatesOf } from './model-answer.ts';
import { askCommand, askEndpoint } from './model-call.ts';
import { promptFor } from './model-prompt.ts';

export interface ModelSettings {
  /** `extract.command`: run by the shell, the prompt on stdin, the answer on stdout. It goes before an endpoint. */
  command?: string;
  /** `extract.endpoint`: the base URL (`http://127.0.0.1:11434/v1`) or the whole address of chat completions. */
  endpoint?: string;
  /** `extract.model`: what the endpoint is asked for. */
  model?: string;
  /** Sent to the endpoint as a bearer token. */
  key?: string;
  /** `extract.max_calls`: the most calls of a UTC day; 0: none. */
  maxCalls: number;
  /** Milliseconds until a call is given up. */
  deadline: number;
  /** Where the program runs: not in the project, whose own settings it might load. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How long a call may take, milliseconds: a local model on a slow machine needs most of it. */
export const DEADLINE = 60_000;

/**
 * What the person configured.
 * @param folder where a program runs
 * @param env of the process; `ENGRAM_EXTRACT_KEY` is the endpoint's token
 */
export function modelSettings(
  config: Pick<Config, 'extract.command' | 'extract.endpoint' | 'extract.model' | 'extract.max_calls'>,
  folder: string,
  env: ModelSettings['env'],
): ModelSettings {
  const key = env.ENGRAM_EXTRACT_KEY;
  return {
    command: config['extract.command'],
    endpoint: config['extract.endpoint'],
    model: config['extract.model'],
    ...(key ? { key } : {}),
    maxCalls: config['extract.max_calls'],
    deadline: DEADLINE,
    folder,
    env,
  };
}

/** What is spent, kept by the caller. */
export interface Ledger {
  /**
   * Counts a call before it is made, so that one that is killed counts too.
   * @param day `YYYY-MM-DD`, UTC
   * @returns false where the day has had `most` calls already; nothing is counted then
   */
  take(day: string, most: number): boolean;
}

export interface Extraction {
  candidates: Candidate[];
  /** Who read the turn in the end. */
  by: 'model' | 'rules';
  /** `skipped`: no call was made, as none may be made or nothing was to be read. `failed`: one was, in vain. */
  call: 'none' | 'made' | 'skipped' | 'failed';
  /** Why a call failed: for the log, without any text of the turn. */
  failure?: string;
}

/** The fewest characters that a person and an assistant must have said for a call to be worth it. */
const FEWEST = 24;

/** The candidates of a turn, by the model where one is configured and answers well, else by the rules. Never rejects. */
export async function extractWith(
  turn: CapturedTurn,
  settings: ModelSettings,
  ledger: Ledger,
  now: Date,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const rules = (call: Extraction['call'], failure?: string): Extraction => ({
    candidates: extract(turn, options),
    by: 'rules',
    call,
    ...(failure === undefined ? {} : { failure }),
  });
  const { command, endpoint, maxCalls } = settings;
  if (!command && !endpoint) return rules('none');
  if ((turn.prompt ?? '').length + (turn.answer ?? '').length < FEWEST) return rules('skipped');
  if (maxCalls <= 0 || !ledger.take(now.toISOString().slice(0, 10), maxCalls)) return rules('skipped');
  try {
    const prompt = redact(promptFor(turn)).text;
    const answer = command
      ? await askCommand(command, prompt, settings)
      : await askEndpoint(endpoint!, prompt, settings);
    const found = candidatesOf(answer, turn);
    const marked =
      options.dreamMarkers === false
        ? []
        : [...dreamed(turn.prompt ?? '', 'user'), ...dreamed(turn.answer ?? '', 'assistant')];
    const known = new Set(marked.map(({ text }) => text));
    return { candidates: [...marked, ...found.filter(({ text }) => !known.has(text))], by: 'model', call: 'made' };
  } catch (error) {
    return rules('failed', error instanceof Error ? error.message : String(error));
  }
}
