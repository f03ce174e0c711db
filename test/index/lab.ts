// Indexes made by hand, in a folder of their own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEFAULTS } from '../../src/config/keys.ts';
import type { Head } from '../../src/index/layout.ts';
import type { Entry } from '../../src/index/write.ts';
import { key64 } from '../../src/text/hash.ts';

/** Terms as they are before a sync packs them. */
export type Pairs = Extract<Entry['terms'], readonly unknown[]>;

const folders: string[] = [];

/** A folder of its own, a real path. */
export function newFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-index-')));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0))
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

export function head(more: Partial<Head> = {}): Head {
  return {
    root: '/p',
    config: DEFAULTS,
    configs: [],
    folders: [],
    git: [],
    files: 0,
    day: 20_787,
    scoped: 0,
    pinned: [],
    ...more,
  };
}

export function entry(
  id: string,
  body: string,
  more: { terms?: Pairs; length?: number; summary?: string } = {},
): Entry & { terms: Pairs } {
  const terms: Pairs = more.terms ?? [];
  return {
    meta: {
      id,
      summary: more.summary ?? `Summary of ${id}.`,
      type: 'fact',
      file: `.engram/memories/${id}.md`,
      path: `/p/.engram/memories/${id}.md`,
      date: '2026-11-30',
      reviewed: true,
      importance: 0.5,
      hash: key64(body),
    },
    body,
    mtimeMs: 1_796_000_000_000.123,
    size: Buffer.byteLength(body),
    terms,
    globs: [],
    length: more.length ?? terms.reduce((n, [, weight]) => n + weight, 0),
  };
}
