// Reading fields of an untrusted payload: the wrong type is as good as absent.
import type { StartSource } from '../src/moment.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** The payload as an object, or undefined for anything else (arrays and null included). */
export function asPayload(json: unknown): Payload | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Payload) : undefined;
}

/** A non-empty string, else undefined. */
export function text(payload: Payload, key: string): string | undefined {
  const value = payload[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const SOURCES: readonly StartSource[] = ['startup', 'resume', 'clear', 'compact', 'fork'];

/** An unknown source counts as `startup`: the safest, for it sends what the session may lack. */
export function startSource(payload: Payload): StartSource {
  return SOURCES.find((source) => source === payload.source) ?? 'startup';
}
