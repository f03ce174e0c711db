// A scratch home with capture on, the hook run in this process, and workers run when a test says so.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type Line, parseSpool, spoolFolder, waiting } from '../../src/capture/spool.ts';
import type { CapturedTurn } from '../../src/capture/turn.ts';
import { type Report, work } from '../../src/capture/worker.ts';
import { describe as describeError } from '../../src/hook/log.ts';
import { type Lab, newLab } from '../hook/lab.ts';

export interface CaptureLab extends Lab {
  spool: string;
  /** What waits in the spool, in order. */
  lines(): Line[];
  /** A payload as it was recorded, of our session and project. */
  recorded(host: string, file: string, more?: Record<string, unknown>): Record<string, unknown>;
  /** A prompt, a turn's end and other events of Claude Code; what each printed. */
  ask(session: string, prompt: string, turn?: string): unknown;
  stop(session: string, answer: string, turn?: string): unknown;
  end(session: string, reason: string): unknown;
  /** Runs a worker; turns that it made use of are added to `used`. */
  worker(use?: (turn: CapturedTurn) => void): Promise<Report>;
  used: CapturedTurn[];
  rows<T>(sql: string, ...values: unknown[]): T[];
}

/** @param options `off`: capture is not on */
export function newCaptureLab(options: { off?: true } = {}): CaptureLab {
  const lab = newLab();
  if (!options.off) lab.config('capture:\n  enabled: true\n');
  lab.sync();
  const spool = spoolFolder(lab.places);
  const folder = path.join(import.meta.dirname, '..', 'fixtures');
  const extended: CaptureLab = Object.assign(lab, {
    spool,
    used: [] as CapturedTurn[],
    lines: () => waiting(spool).flatMap((file) => parseSpool(fs.readFileSync(file, 'utf8')).lines),
    recorded(host: string, file: string, more: Record<string, unknown> = {}) {
      const payload = JSON.parse(fs.readFileSync(path.join(folder, host, file), 'utf8')) as Record<string, unknown>;
      const ours: Record<string, unknown> = {
        ...{ session_id: 's', sessionId: 's', conversation_id: 's', trajectory_id: 's' },
        ...{ cwd: lab.project, workspace_roots: [lab.project] },
        ...{ prompt_id: 't1', turn_id: 't1', generation_id: 't1', execution_id: 't1' },
      };
      const said = Object.entries(payload).map(([key, value]) => [key, key in ours ? ours[key] : value] as const);
      return { ...Object.fromEntries(said), ...more };
    },
    ask: (session: string, prompt: string, turn = 't1') =>
      lab.event('claude', { ...claude(session, turn), hook_event_name: 'UserPromptSubmit', prompt }),
    stop: (session: string, answer: string, turn = 't1') =>
      lab.event('claude', { ...claude(session, turn), hook_event_name: 'Stop', last_assistant_message: answer }),
    end: (session: string, reason: string) =>
      lab.event('claude', { ...claude(session, 'any'), hook_event_name: 'SessionEnd', reason }),
    worker(use: (turn: CapturedTurn) => void = () => {}) {
      return work({
        db: lab.places.db,
        spool,
        now: () => lab.now,
        deadline: lab.now + 60_000,
        use: (_store, turn) => {
          use(turn);
          extended.used.push(turn);
        },
        pause: () => Promise.resolve(),
        describe: describeError,
      });
    },
    rows<T>(sql: string, ...values: unknown[]) {
      const db = new Database(lab.places.db, { readonly: true });
      try {
        return db.prepare<unknown[], T>(sql).all(...values);
      } finally {
        db.close();
      }
    },
  });
  return extended;

  function claude(session: string, turn: string) {
    return {
      session_id: session,
      cwd: lab.project,
      prompt_id: turn,
      transcript_path: path.join(lab.base, 'none.jsonl'),
    };
  }
}
