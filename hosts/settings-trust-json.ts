// Reading what others keep in JSON, comments and all.
import { parse } from 'jsonc-parser';
import { BOM } from './settings-document.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The object that a text holds; an empty one where it holds none. */
export function objectIn(text: string | undefined): Json {
  return asObject(text === undefined ? undefined : parse(text.replace(BOM, ''), [], { allowTrailingComma: true }));
}

/** The value where it is an object, else an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** What stands below these keys. */
export function valueAt(object: Json, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (Object.hasOwn(asObject(value), key) ? asObject(value)[key] : undefined),
    object,
  );
}
