// What capture keeps of an event, as one script, dist/capture.cjs: loaded only where capture is on, or where an event may be one of
// those that are linked for it. Everything is cleaned before the first byte of it is written.
import fs from 'node:fs';
import path from 'node:path';
import {
  boundaryOf,
  commandRun,
  folderIn,
  lastAnswerOf,
  summaryOf,
  tellsTurns,
  transcriptOf,
} from '../../hosts/captured.ts';
import { ANSWER, COMMAND, clean, OUTPUT, PROMPT, SUMMARY } from '../capture/clean.ts';
import { append, isWaiting, type Kept, LEFT, RAN, spoolFolder } from '../capture/spool.ts';
import { compiler } from '../index/compile.ts';
import { openFresh } from '../index/fresh.ts';
import { findProject } from '../index/places.ts';
import { openIndex } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { key64 } from '../text/hash.ts';
import { freshness, type Turn } from './turn.ts';

/** How long an event of capture's own may wait for a config that has changed, milliseconds. */
const WAIT = 1_000;
/** Between two workers that a turn's end starts, milliseconds. */
const PAUSE = 30_000;
/** Bytes of a session's file in which its last summary and answer are looked for. */
const TAIL = 2 << 20;

type StartWorker = (() => number | undefined) | undefined;

/**
 * Keeps what an event says, where capture is on; starts a worker where one is due.
 * @param json the host's payload
 * @param known it is on: the lane has looked already
 * @throws where the spool cannot be written
 */
export function keep(turn: Turn, json: unknown, startWorker: StartWorker, known?: boolean): void {
  const { moment, places, self } = turn;
  // A subagent's words are its parent's, and what a program starts is no person's.
  if (moment.agent !== undefined || moment.machine) return;
  if (!known && !isOn(turn)) return;
  // Of other events the lane has looked.
  const bypassed = moment.kind === 'session-end' && isBypassed(turn);
  const kept = keptOf(moment, json, bypassed);
  const key = { host: moment.host, root: rootOf(turn, json), session: moment.session };
  kept.forEach((line, n) => {
    append(spoolFolder(places), key, { id: `${self.name}.${n}`, at: self.now(), ...line });
  });
  if (isDue(turn)) start(turn, startWorker);
}

/** Of a payload that names no folder: the one of the session's file, before the project that it names instead (S-22). */
function rootOf({ project, places, home }: Turn, json: unknown): string {
  const folder = folderIn(json, tailOf);
  return folder === undefined ? project.root : findProject(folder, places, { HOME: home }).root;
}

function keptOf(moment: Moment, json: unknown, bypassed: boolean): Kept[] {
  const turn = moment.turn !== undefined && tellsTurns(moment.host) ? { turn: moment.turn } : {};
  const marked = moment.stamp ?? moment.turn;
  const mark = marked === undefined ? {} : { mark: marked };
  switch (moment.kind) {
    case 'prompt':
      return [{ is: 'prompt', text: clean(moment.prompt, PROMPT), ...turn }];
    case 'path':
    case 'tool-result': {
      const ran = commandRun(moment.host, json);
      if (!ran) return [];
      const { tool, command, output, ok } = ran;
      const input = clean(command, COMMAND);
      return [{ is: 'tool', tool, input, output: clean(output, OUTPUT), ...(ok === undefined ? {} : { ok }), ...turn }];
    }
    case 'turn-end': {
      const answer = moment.answer === undefined ? {} : { text: clean(moment.answer, ANSWER) };
      return [{ is: 'answer', ...answer, ...turn, ...mark }];
    }
    case 'pre-compact':
      return [{ is: 'compact', trigger: moment.trigger }, ...summaries('compaction', summaryOf(json))];
    case 'session-start':
      // Where the host has no other moment for it; one that has been kept already is kept once.
      return moment.source === 'compact' ? summaries('compaction', inTranscript(moment.host, json)) : [];
    case 'post-compact':
      return summaries('compaction', summaryOf(json) ?? inTranscript(moment.host, json));
    case 'session-end': {
      const boundary = boundaryOf(moment.host, moment.reason);
      const end = {
        is: 'end',
        reason: clean(moment.reason, { head: 64, tail: 0 }),
        ...(boundary ? { boundary } : {}),
      } as const;
      if (bypassed) return [{ ...end, bypassed }];
      return [...summaries('session', summaryOf(json)), { ...end, ...lastTurn(moment, json) }];
    }
    default:
      return [];
  }
}

function summaries(of: 'compaction' | 'session', summary: string | undefined): Kept[] {
  const text = clean(summary ?? '', SUMMARY);
  return text === '' ? [] : [{ is: 'summary', of, text }];
}

/** The summary as the session's own file has it, where the payload has none (S-21). */
function inTranscript(host: string, json: unknown): string | undefined {
  const found = transcriptOf(host, json);
  const tail = found && tailOf(found.file);
  return tail === undefined ? undefined : found?.summaryIn(tail);
}

/** What a session's last turn was answered, as its file has it once that turn has ended. */
function lastTurn({ host, turn }: Moment, json: unknown): { turn: string; text: string } | undefined {
  const found = turn === undefined ? undefined : lastAnswerOf(host, json);
  const tail = found && tailOf(found.file);
  const answer = tail === undefined || turn === undefined ? undefined : found?.answerIn(tail, turn);
  return answer && turn !== undefined ? { turn, text: clean(answer, ANSWER) } : undefined;
}

/** The end of a file's text; undefined where it cannot be read. */
function tailOf(file: string): string | undefined {
  let fd: number | undefined;
  try {
    // A pipe of that name must not keep us waiting.
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const { size } = fs.fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    const length = fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** By the compiled config; where that says off at once, so that an event of a host that is still linked for it costs little. */
function isOn(turn: Turn): boolean {
  const compile = turn.compile(WAIT);
  const index = openIndex(compile.indexFile);
  const off = index && !index.head.config['capture.enabled'];
  index?.close();
  if (off) return false;
  const opened = openFresh(compile, freshness(turn, false), ({ head }) => ({
    chosen: head.config['capture.enabled'],
    shown: [],
  }));
  opened?.index.close();
  return opened?.chosen === true;
}

/** The end of a session that goes without engram is heard all the same (S-06). */
function isBypassed({ places, moment }: Turn): boolean {
  return fs.existsSync(`${places.bypass}${path.sep}${key64(moment.session)}`);
}

function isDue({ moment, places, self }: Turn): boolean {
  const spool = spoolFolder(places);
  switch (moment.kind) {
    case 'session-end':
      return true;
    case 'session-start':
      return isWaiting(spool) || fs.existsSync(`${spool}${path.sep}${LEFT}`);
    case 'turn-end': {
      const ran = fs.statSync(`${spool}${path.sep}${RAN}`, { throwIfNoEntry: false });
      return !ran || Math.abs(self.now() - ran.mtimeMs) > PAUSE;
    }
    default:
      return false;
  }
}

/** One at a time, by a lock that the worker takes away. */
function start({ places }: Turn, startWorker: StartWorker): void {
  compiler({
    indexFile: path.join(spoolFolder(places), 'worker'),
    start: () => {
      try {
        return startWorker?.();
      } catch {
        // Too many processes, too little memory: the next turn's end tries again.
        return undefined;
      }
    },
    damaged: () => {},
    unwritable: () => {},
    clock: () => 0,
    patience: 0,
  }).request(undefined);
}

/**
 * Starts dist/worker.cjs as a process of its own, which outlives the hook.
 * @param dist the folder of worker.cjs
 * @returns the pid; undefined where it could not be started
 */
export function startWorker(dist: string): number | undefined {
  const worker = path.join(dist, 'worker.cjs');
  if (!fs.existsSync(worker)) return undefined;
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  const child = spawn(process.execPath, [worker], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // What it starts, if anything, is no session of a person's.
    env: { ...process.env, ENGRAM_BYPASS: '1' },
  });
  // Without a listener a failed start would throw.
  child.on('error', () => {});
  child.unref();
  return child.pid;
}
