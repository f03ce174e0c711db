// Hosts that have no command hooks run a plugin file of ours (hosts/plugins), and that starts the hook. What it sends are the
// fields of Claude Code's payloads under the host's own names of its events.
import type { Moment } from '../src/moment.ts';
import { parseDialect, type Told } from './dialect.ts';
import { asPayload, text } from './payload.ts';

/** The host's name of an event → the dialect's. */
export type EventNames = Readonly<Record<string, string>>;

/** The moment of what a plugin of ours sent; undefined for an event that is not among `names`. */
export function parsePlugin(json: unknown, names: EventNames, host: string): Moment | undefined {
  const payload = asPayload(json);
  const event = payload && text(payload, 'hook_event_name');
  if (!event || !Object.hasOwn(names, event)) return undefined;
  const told: Told = { host, root: undefined, turn: text(payload, 'turn_id'), touched: () => [] };
  const moment = parseDialect({ ...payload, hook_event_name: names[event] }, told);
  return moment && { ...moment, event };
}

/** No two hosts have a name of an event in common. */
export function sentByPlugin(json: unknown, names: EventNames): boolean {
  const event = text(asPayload(json) ?? {}, 'hook_event_name');
  return event !== undefined && Object.hasOwn(names, event);
}
