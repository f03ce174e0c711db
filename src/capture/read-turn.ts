// A turn's candidates as the person has configured it: by a model and within its day's calls, or by the rules. Cold.
import type { Config } from '../config/keys.ts';
import { failModelCall, takeModelCall } from '../store/model-calls.ts';
import type { Store } from '../store/open.ts';
import type { Candidate } from './extract/candidate.ts';
import { extractWith, modelSettings } from './extract/model.ts';
import type { CapturedTurn } from './turn.ts';

export interface Reader {
  config: Config;
  /** Where a model's program runs: engram's own folder. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  /** Takes why a call failed, without any text of the turn. */
  log?(line: string): void;
}

/**
 * The candidates of a turn. A call of a model is counted in the store before it is made, and once more where it failed.
 * @throws an SQLite error
 */
export async function readTurn(
  store: Store,
  turn: CapturedTurn,
  { config, folder, env, now, log }: Reader,
): Promise<Candidate[]> {
  const day = now.toISOString().slice(0, 10);
  const ledger = { take: (of: string, most: number) => takeModelCall(store, of, most) };
  const options = { dreamMarkers: config['staging.dream_markers'] };
  const { candidates, call, failure } = await extractWith(
    turn,
    modelSettings(config, folder, env),
    ledger,
    now,
    options,
  );
  if (call === 'failed') {
    failModelCall(store, day);
    log?.(failure ?? 'a call of the model failed');
  }
  return candidates;
}
