// As much of JSON Schema (draft 07) as Codex's schemas of hook answers use.

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema | boolean>;
  additionalProperties?: boolean;
  items?: Schema;
  definitions?: Record<string, Schema>;
}

/** Keywords that say nothing about whether a value is valid. */
const SILENT = ['$schema', 'title', 'description', 'default', 'definitions', 'format', 'minimum'];
const KNOWN = [
  '$ref',
  'allOf',
  'anyOf',
  'type',
  'const',
  'enum',
  'required',
  'properties',
  'additionalProperties',
  'items',
];

/** What is wrong with a value; empty where it is valid. Throws for a keyword that is not known here. */
export function faults(value: unknown, schema: Schema | boolean, root: Schema, at = '$'): string[] {
  if (schema === true) return [];
  if (schema === false) return [`${at} is not allowed`];
  const unknown = Object.keys(schema).find((key) => !KNOWN.includes(key) && !SILENT.includes(key));
  if (unknown) throw new Error(`the keyword ${unknown} is not known here`);
  const found: string[] = [];
  if (schema.$ref) {
    const named = root.definitions?.[schema.$ref.replace('#/definitions/', '')];
    if (!named) throw new Error(`${schema.$ref} is not defined`);
    found.push(...faults(value, named, root, at));
  }
  for (const part of schema.allOf ?? []) found.push(...faults(value, part, root, at));
  if (schema.anyOf && !schema.anyOf.some((part) => faults(value, part, root, at).length === 0)) {
    found.push(`${at} is of no form that is allowed`);
  }
  if (schema.type && ![schema.type].flat().includes(typeOf(value))) found.push(`${at} is of the type ${typeOf(value)}`);
  if ('const' in schema && value !== schema.const) found.push(`${at} is not ${JSON.stringify(schema.const)}`);
  if (schema.enum && !schema.enum.includes(value)) found.push(`${at} is none of ${JSON.stringify(schema.enum)}`);
  if (typeOf(value) === 'array' && schema.items) {
    for (const [n, item] of (value as unknown[]).entries())
      found.push(...faults(item, schema.items, root, `${at}[${n}]`));
  }
  if (typeOf(value) !== 'object') return found;
  const object = value as Record<string, unknown>;
  for (const key of schema.required ?? []) if (!(key in object)) found.push(`${at}.${key} is missing`);
  for (const [key, part] of Object.entries(object)) {
    const property = schema.properties?.[key];
    if (property !== undefined) found.push(...faults(part, property, root, `${at}.${key}`));
    else if (schema.additionalProperties === false) found.push(`${at}.${key} is not allowed`);
  }
  return found;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
