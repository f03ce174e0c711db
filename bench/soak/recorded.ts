// The hosts' own payloads, as recorded, turned into events of a session and a folder of ours. Another host is another folder of
// fixtures.
import fs from 'node:fs';
import path from 'node:path';
import type { Env, Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import type { Moment } from '../../src/moment.ts';
import { product } from './lab.ts';

/** What an event of ours says instead of the recorded one. */
export interface Said {
  session: string;
  root: string;
  prompt?: string;
  /** Tells this prompt or tool call from the session's others. */
  turn?: string;
}

/** One recorded payload of an event that `link` registers. */
export interface Recorded {
  host: Host;
  /** Of the recorded payload. */
  moment: Moment;
  /** The file's name. */
  fixture: string;
  json: Record<string, unknown>;
}

/** Where the fixtures were recorded. */
const RECORDED = '/home/dev/project';

/** What a host sets for its hooks when it works in a folder. */
export function environment(host: Host, root: string): Record<string, string> {
  const { env = {} } = host.settings.probe?.({ session: 'any', cwd: root, prompt: 'any' }) ?? {};
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // A shell sets it.
  return { PWD: root, ...Object.fromEntries(set) };
}

/** The moment of a payload; the event's name comes from the command line where the host's payloads do not tell it. */
export function momentOf(host: Host, json: unknown, event: string, env: Env): Moment | undefined {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const unnamed = host.settings.namesEvent && isObject && !('hook_event_name' in json);
  return host.parse(unnamed ? { ...json, hook_event_name: event } : json, env);
}

/** All that a host's fixtures hold, in the order of their names. */
export function recordings(host: Host): Recorded[] {
  const folder = path.join(product, 'test', 'fixtures', host.name);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((fixture) => {
      const json: unknown = JSON.parse(fs.readFileSync(path.join(folder, fixture), 'utf8'));
      const moment = momentOf(host, json, fixture.slice(0, fixture.indexOf('.')), environment(host, RECORDED));
      const registered = host.events.some(({ event }) => event === moment?.event);
      return moment && registered ? [{ host, moment, fixture, json: json as Record<string, unknown> }] : [];
    });
}

/** One of each moment that a host registers: of the main conversation, with words in its prompt and a path in its path. */
export function oneOfEach(host: Host): Recorded[] {
  const found = new Map<string, Recorded>();
  for (const it of recordings(host)) {
    const { moment } = it;
    if (moment.agent !== undefined && moment.kind !== 'subagent-start') continue;
    // One that stands in the payload as it is meant can be replaced by ours.
    if (moment.kind === 'prompt' && (moment.prompt.trim() === '' || !textsIn(it.json).includes(moment.prompt)))
      continue;
    if (moment.kind === 'path' && moment.paths.length === 0) continue;
    if (moment.kind === 'session-start' && moment.source !== 'startup') continue;
    if (!found.has(moment.kind)) found.set(moment.kind, it);
  }
  return [...found.values()];
}

export function everyMoment(): Recorded[] {
  return hosts.flatMap(oneOfEach);
}

/** The payload with our session, folder, prompt and turn in the places of the recorded ones. */
export function payloadOf({ moment, json }: Recorded, { session, root, prompt, turn }: Said): Record<string, unknown> {
  const call = moment.kind === 'path' ? moment.call : undefined;
  const instead: [string | undefined, string | undefined][] = [
    [moment.session, session],
    [moment.root, root],
    [moment.turn, turn],
    [call, turn],
  ];
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
    }
    // A host that stamps its events has another stamp for another turn.
    if (typeof value === 'number' && turn !== undefined && String(value) === moment.stamp)
      return value + numberOf(turn);
    if (typeof value !== 'string') return value;
    if (prompt !== undefined && moment.kind === 'prompt' && value === moment.prompt) return prompt;
    return instead.reduce((text, [was, is]) => (was && is !== undefined ? text.replaceAll(was, is) : text), value);
  };
  return change(json) as Record<string, unknown>;
}

/** A small number for a text, the same for the same. */
function numberOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** The one document that a hook printed: its parsed value; undefined for nothing at all. @throws for anything else */
export function documentIn(stdout: string): unknown {
  return stdout === '' ? undefined : JSON.parse(stdout);
}

/** Every text in a document. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What is amiss with what a hook printed for an event: it is nothing, or one document of the host's own shape. */
export function amissIn(stdout: string, host: Host, moment: Moment | undefined): string[] {
  let document: unknown;
  try {
    document = documentIn(stdout);
  } catch {
    return [`stdout is not one document: ${JSON.stringify(stdout.slice(0, 120))}`];
  }
  if (document === undefined) return [];
  const right = [host.nothing, moment && host.format({ context: 'x' }, moment)].map(shape);
  return right.includes(shape(document)) ? [] : [`stdout has another shape: ${shape(document)}`];
}

/** The keys of a document with the types of their values. */
function shape(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${shape(inner)}`)
    .sort()
    .join(', ')}}`;
}
