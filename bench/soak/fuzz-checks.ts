// What must hold of an answer, a memory file and patterns, whatever was wrong with what they were made of.
import fs from 'node:fs';
import { weightedTerms } from '../../src/index/impact.ts';
import { matches } from '../../src/index/paths.ts';
import { decodeMemory, MemoryFileError, parseMemory, writeMemory } from '../../src/memory/file.ts';
import { compileGlobs, rulePaths } from '../../src/memory/globs.ts';
import { nearKeys } from '../../src/memory/near-keys.ts';
import { measure } from '../../src/text/units.ts';
import type { Ended } from './lab.ts';
import { amissIn, documentIn, environment, momentOf, type Recorded, textsIn } from './recorded.ts';

/** Of the lab's project, by id. */
export const MEMORIES = {
  'deploy-window':
    '---\ntype: rule\nimportance: 0.9\ntags: [deploy]\n---\nDeploy the payments service only Monday to Thursday.\n',
  scoped: '---\napplies_to: ["**/*.ts", "!vendor/**"]\n---\nSources have tests, always.\n',
  sicherung: 'Die Datenbanken werden nachts um drei Uhr gesichert.\n',
  beifen: '数据库备份保存三十天。\n',
};
const BODIES = Object.values(MEMORIES).map((text) => text.replace(/^---[\s\S]*?---\n/, '').trim());

/** What is opened from now on and not closed: a hook leaves that to the end of its process, which does not come here. */
export function descriptors(): { close(): void } {
  const { openSync, closeSync } = fs;
  const open = new Set<number>();
  fs.openSync = (...args) => {
    const fd = openSync(...args);
    open.add(fd);
    return fd;
  };
  fs.closeSync = (fd) => {
    open.delete(fd);
    closeSync(fd);
  };
  return {
    close() {
      Object.assign(fs, { openSync, closeSync });
      for (const fd of open) closeSync(fd);
    },
  };
}

export function ending({ code, signal, stderr }: Ended): string[] {
  const faults = code === 0 ? [] : [`exit ${code ?? signal}`];
  return stderr === '' ? faults : [...faults, `stderr: ${stderr.slice(0, 200)}`];
}

/** One document of the host's shape for this payload, within its limit; or nothing. */
export function rightAnswer(
  out: string,
  { host, moment: { event } }: Pick<Recorded, 'host' | 'moment'>,
  bytes: Buffer,
  root: string,
): string[] {
  let json: unknown;
  try {
    const text = bytes.toString('utf8');
    json = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    // Then nothing may be said.
    return out === '' ? [] : [`an answer to what is no JSON: ${out.slice(0, 120)}`];
  }
  const moment = momentOf(host, json, event, environment(host, root));
  const faults = amissIn(out, host, moment);
  if (faults.length > 0 || out === '') return faults;
  const longest = Math.max(0, ...textsIn(documentIn(out)).map((text) => measure(text, host.cap.unit)));
  return longest > host.cap.limit ? [`${longest} ${host.cap.unit}, ${host.cap.limit} are allowed`] : [];
}

/** How many texts below a memory's line are no memory's. */
export function spoiltBodies(out: string): number {
  if (out === '') return 0;
  const text = textsIn(documentIn(out)).join('\n');
  const found = [...text.matchAll(/^\[memory \S+ \|[^\n]*\]\n([^\n]*)/gm)].map((match) => match[1]!);
  return found.filter((body) => !BODIES.includes(body)).length;
}

/** A memory, or the fault that it has; one that is a memory is written again as it stands. */
export function memory(bytes: Buffer): string[] {
  try {
    const text = decodeMemory(bytes);
    const parsed = parseMemory(text, 'name');
    nearKeys(text);
    const { terms, length } = weightedTerms(parsed);
    if (!Number.isFinite(length) || terms.some(([, weight]) => !(weight > 0))) return ['a weight is no number'];
    if (!(parsed.importance >= 0 && parsed.importance <= 1)) return [`importance ${parsed.importance}`];
    if (!/^[a-z0-9][a-z0-9._-]{0,79}$/.test(parsed.id)) return [`id ${JSON.stringify(parsed.id)}`];
    return writeMemory(parsed, { text, name: 'name' }) === text
      ? []
      : [`is written as another text: ${JSON.stringify(text.slice(0, 300))}`];
  } catch (error) {
    if (error instanceof MemoryFileError) return [];
    throw error;
  }
}

const PATHS = ['src/a.ts', 'a', 'é/b c.ts', `${'a/'.repeat(1_500)}a`, 'a'.repeat(4_000), `${'ab'.repeat(1_000)}.ts`];

export function globs(patterns: readonly string[], root: string): string[] {
  const { compiled } = compileGlobs(patterns, { root });
  rulePaths(patterns, { root });
  for (const file of PATHS) matches(compiled, file);
  return [];
}
