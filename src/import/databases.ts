// The SQLite files of other memory tools, opened to be read. Cold.
import fs from 'node:fs';
import path from 'node:path';
import type { Memory } from '../memory/memory.ts';
import { oneLine } from '../memory/summary.ts';
import { loadNative, type Store, StoreError } from '../store/open.ts';
import type { Found, From } from './source.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * Reads a database that is another program's: nothing in it is changed, and it may be in use.
 * @returns undefined where it is not there, or cannot be read, which `found` is told
 */
export function readDatabase<T>(file: string, found: Found, read: (db: Store) => T): T | undefined {
  if (!fs.existsSync(file)) return undefined;
  if (!fs.statSync(file).isFile()) {
    found.problems.push({ file, line: 0, message: 'is no file' });
    return undefined;
  }
  let db: Store | undefined;
  try {
    db = new (loadNative())(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
    return read(db);
  } catch (error) {
    const isTheirs = error instanceof StoreError || String((error as { code?: unknown }).code).startsWith('SQLITE_');
    if (!isTheirs) throw error;
    found.problems.push({ file, line: 0, message: `cannot be read: ${(error as Error).message.split('\n')[0]}` });
    return undefined;
  } finally {
    db?.close();
  }
}

/** A table's rows, whatever columns this version of it has; none where there is no such table. */
export function rowsOf(db: Store, table: string): Row[] {
  const there = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
  return there ? (db.prepare(`SELECT * FROM "${table}" ORDER BY id`).all() as Row[]) : [];
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value.trim() : '';
}

/** A JSON list of texts. @throws SyntaxError where it is something else */
export function listIn(row: Row, column: string): string[] {
  const text = textIn(row, column);
  if (text === '') return [];
  const list = JSON.parse(text) as unknown;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw new SyntaxError(`${column} is no list of texts`);
  return list.map((item) => item.trim()).filter((item) => item !== '');
}

/** `YYYY-MM-DD` of an ISO time, or of milliseconds or seconds since 1970. */
export function dayIn(value: unknown): string | undefined {
  const at = typeof value === 'number' ? new Date(value < 1e11 ? value * 1000 : value) : new Date(String(value));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10);
}

/** A narrative, and below it the facts that it does not say already. */
export function bodyOf(narrative: string, facts: readonly string[]): string {
  const others = facts.filter((fact) => !narrative.includes(fact));
  return [narrative, others.map((fact) => `- ${fact}`).join('\n')].filter((part) => part !== '').join('\n\n');
}

/** A row as a memory; undefined where it says nothing. */
export function memoryOf(
  row: { title: string; body: string; created: string | undefined; tags: readonly string[] },
  type: Memory['type'],
  importance: number,
  source: string,
  make: (text: string, known: Omit<Memory, 'id' | 'summary' | 'body'> & { summary?: string }) => Memory,
): Memory | undefined {
  const text = row.body || row.title;
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  return make(text, {
    ...(row.title ? { summary: oneLine(row.title) } : {}),
    type,
    tags: [...new Set(row.tags.map(oneLine))],
    appliesTo: [],
    entities: [],
    importance,
    ...(row.created ? { created: row.created } : {}),
    source,
  });
}

/** The name of the project's folder, by which such tools know it. */
export function projectName({ project }: From): string {
  return path.basename(project.root);
}
