// Which of the memories that were read count: those of the namespaces that are read, one for each id, those that still hold.
import path from 'node:path';
import type { Config } from '../config/keys.ts';
import type { Stamp } from '../index/layout.ts';
import type { PackedTerms } from '../index/packed.ts';
import type { Parsed } from './catalogue.ts';
import { isExpired, type Unmet, whatHolds } from './overtaken.ts';
import type { Vault } from './vault.ts';

/** A file that is a memory. */
export type ReadFile = Omit<Exclude<Parsed, { problem: unknown }>, 'terms'> & { stamp: Stamp; terms: PackedTerms };

/** A memory that counts. */
export interface Chosen extends ReadFile {
  vault: Vault;
  /** Those that say the same and are not sent. */
  same: Ranked[];
}

type Ranked = ReadFile & { vault: Vault; rank: number };

/** A memory that is not sent, and the one that is in its place. */
export interface Place {
  id: string;
  /** Absolute. */
  file: string;
  by: string;
}

/** What is not sent although it could be read, each by id. */
export interface Taken {
  expired: { id: string; file: string; expires: string }[];
  superseded: Place[];
  /** What another says too. */
  duplicates: Place[];
  /** Ids in `supersedes` that take no place, with the memory that names them. */
  unmet: { id: string; file: string; supersedes: string; why: Unmet<unknown>['why'] }[];
}

/** A vault is its own namespace, and so are those of a project together. */
export function readable({ owner }: Pick<Vault, 'owner'>, read: Config['namespaces.read']): boolean {
  return read === 'all' || read === owner;
}

/**
 * @param vaults the nearest first: of one id its memory counts, in one vault the first by path
 * @param now what has expired counts as gone, so that a farther memory of its id is found again
 */
export function choose(
  vaults: readonly Vault[],
  files: readonly ReadFile[],
  now: Date,
): { kept: Chosen[]; collisions: { file: string; id: string; by: string }[]; taken: Taken } {
  const byId = new Map<string, { file: string; vault: Vault }>();
  const collisions: { file: string; id: string; by: string }[] = [];
  const items: Ranked[] = [];
  const expired: Taken['expired'] = [];
  vaults.forEach((vault, rank) => {
    for (const read of files) {
      const [file] = read.stamp;
      if (!file.startsWith(vault.folder + path.sep)) continue;
      const { id, expires } = read.memory;
      if (isExpired(read.memory, now)) {
        expired.push({ id, file, expires: expires! });
        continue;
      }
      const by = byId.get(id);
      if (by) {
        if (by.vault === vault && by.file !== file) collisions.push({ file, id, by: by.file });
        continue;
      }
      byId.set(id, { file, vault });
      items.push({ ...read, vault, rank });
    }
  });
  const { kept, superseded, duplicates, unmet } = whatHolds(items);
  const same = new Map<Ranked, Ranked[]>();
  for (const { of, by } of duplicates) same.set(by, [...(same.get(by) ?? []), of]);
  const place = ({ of, by }: { of: Ranked; by: Ranked }) => ({
    id: of.memory.id,
    file: of.stamp[0],
    by: by.memory.id,
  });
  return {
    kept: kept.map((item) => withSame(item, same.get(item) ?? [])),
    collisions,
    taken: {
      expired: expired.sort(byIdText),
      superseded: superseded.map(place).sort(byIdText),
      duplicates: duplicates.map(place).sort(byIdText),
      unmet: unmet
        .map(({ by, id, why }) => ({ id: by.memory.id, file: by.stamp[0], supersedes: id, why }))
        .sort(byIdText),
    },
  };
}

/** It matters as much as the one of them that matters most: whoever wrote it down again need not have weighed it again. */
function withSame(item: Ranked, same: Ranked[]): Chosen {
  const importance = Math.max(item.memory.importance, ...same.map(({ memory }) => memory.importance));
  return { ...item, memory: { ...item.memory, importance }, same };
}

function byIdText(a: { id: string; file: string }, b: { id: string; file: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}
