// Which settings files link has written, so that uninstall finds those of other projects, and those that a variable had moved.
import fs from 'node:fs';
import path from 'node:path';
import type { Host, Scope } from '../../hosts/host.ts';
import { findHost } from '../../hosts/index.ts';
import { makeFolder } from '../index/places.ts';
import { key64 } from '../text/hash.ts';
import { read } from './standing.ts';

/** One file (or folder of scripts) that link has written. */
export interface LinkedFile {
  host: Host;
  scope: Scope;
  /** Absolute. */
  file: string;
  /** The work tree that it was linked in. */
  tree: string;
}

/** The folder of `$ENGRAM_HOME` that holds one small file for each. Nothing but uninstall depends on it. */
export const LINKED = 'linked';

function markOf({ host, scope, file }: Omit<LinkedFile, 'tree'>, engram: string): string {
  return path.join(engram, LINKED, key64(`${host.name}\0${scope}\0${file}`));
}

/** @param engram `$ENGRAM_HOME` */
export function rememberLink(link: LinkedFile, engram: string): void {
  const mark = markOf(link, engram);
  const text = `${JSON.stringify({ ...link, host: link.host.name })}\n`;
  if (read(mark) === text) return;
  try {
    makeFolder(path.dirname(mark));
    fs.writeFileSync(mark, text, { mode: 0o600 });
  } catch {
    // Not writable: then it takes engram unlink in that project.
  }
}

export function forgetLink(link: Omit<LinkedFile, 'tree'>, engram: string): void {
  try {
    fs.rmSync(markOf(link, engram), { force: true });
  } catch {
    // Not writable. Uninstall finds nothing in that file then.
  }
}

/** Those that are remembered, in the order of their files. What cannot be read is passed over. */
export function rememberedLinks(engram: string): LinkedFile[] {
  const folder = path.join(engram, LINKED);
  let names: string[];
  try {
    names = fs.readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => parseMark(read(path.join(folder, name))) ?? [])
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

function parseMark(text: string | undefined): LinkedFile | undefined {
  try {
    const { host: name, scope, file, tree } = JSON.parse(text ?? '') as Record<string, unknown>;
    const host = typeof name === 'string' ? findHost(name) : undefined;
    if (!host || !(scope === 'project' || scope === 'local' || scope === 'user')) return undefined;
    if (typeof file !== 'string' || typeof tree !== 'string') return undefined;
    return path.isAbsolute(file) && path.isAbsolute(tree) ? { host, scope, file, tree } : undefined;
  } catch {
    return undefined;
  }
}
