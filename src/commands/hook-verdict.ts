// What a host would say of how its hook ended and of what it printed.
import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../hosts/host.ts';
import type { Moment } from '../moment.ts';
import type { Ran } from './proof.ts';

/** What is wrong with how a command ended; undefined where it ended well. */
export function failure({ code, signal, stderr, late, fault }: Ran, host: Host, patience: number): string | undefined {
  if (fault !== undefined) return `cannot be started (${fault})`;
  if (late) return `has not ended after ${patience / 1000} s, when ${host.title} gives up`;
  if (signal) return `was ended by ${signal}`;
  if (code === 0) return undefined;
  const why =
    code === 126
      ? ', which means that it may not be executed'
      : code === 127
        ? ', which means that a program is missing'
        : '';
  const line = firstLine(stderr);
  return `ends with ${code}${why}${line ? ` (${line})` : ''}`;
}

/** No fault of the output's, but there is none. */
export const SILENT = '';

/** What is wrong with an answer; undefined where it is the memory in the host's form. */
export function answerFault({ stdout }: Ran, host: Host, moment: Moment, secret: string): string | undefined {
  if (stdout.trim() === '') return SILENT;
  const answer = json(stdout);
  if (answer === undefined) return `prints what is not one JSON document: ${firstLine(stdout)}`;
  const context = strings(answer).find((text) => text.includes(secret));
  if (context !== undefined) {
    return isDeepStrictEqual(answer, JSON.parse(JSON.stringify(host.format({ context }, moment))))
      ? undefined
      : `answers in a form that ${host.title} does not take: ${firstLine(stdout)}`;
  }
  return isDeepStrictEqual(answer, host.nothing)
    ? SILENT
    : `answers without the memory that it was asked for: ${firstLine(stdout)}`;
}

/** What is wrong with the output of a hook that is to say nothing. */
export function quietFault({ stdout }: Ran, host: Host): string | undefined {
  if (stdout.trim() === '' || (host.nothing && isDeepStrictEqual(json(stdout), host.nothing))) return undefined;
  return `prints what ${host.title} does not expect: ${firstLine(stdout)}`;
}

/** Of what others print, so much as tells what it is. */
function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All strings in a JSON value. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
