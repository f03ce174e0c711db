// Brings a project's compiled index up to what its files say. Runs in commands and, detached, at a hook's wish.
import path from 'node:path';
import { type ConfigProblem, loadConfig } from '../config/load.ts';
import type { ConfigValues } from '../index/config.ts';
import { dayOf, readable, stamp, unreadable } from '../index/fresh.ts';
import { weightedTerms } from '../index/impact.ts';
import type { Head, Meta, Stamp } from '../index/layout.ts';
import { newVocabulary, type PackedTerms, pack, unpack } from '../index/packed.ts';
import { indexFile, type Places, type Project, userHome } from '../index/places.ts';
import { openIndex } from '../index/read.ts';
import { gitFolder } from '../index/repository.ts';
import { type Entry, restamp, writeIndex } from '../index/write.ts';
import { startupOrder } from '../route/startup.ts';
import { key64 } from '../text/hash.ts';
import { neutralise, neutralLine } from '../text/neutral.ts';
import { redact } from '../text/secrets.ts';
import { type Catalogue, type Parsed, withCatalogue } from './catalogue.ts';
import { type Chosen, choose, readable as isRead, type ReadFile, type Taken } from './choose.ts';
import { gistKeys } from './duplicates.ts';
import { type Entity, entitiesOf } from './entities.ts';
import { decodeMemory, MemoryFileError, parseMemory } from './file.ts';
import { compileGlobs } from './globs.ts';
import type { Memory } from './memory.ts';
import { isExpired } from './overtaken.ts';
import { inForce } from './project.ts';
import { proposedBlock } from './proposed.ts';
import { fileHash, type Gate, gateOf, readTrust, trustFile, waitingNotice } from './trust.ts';
import { type FileProblem, listVault, nameOf, readMemoryBytes, type Vault, vaultsOf } from './vault.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface SyncOptions {
  project: Project;
  places: Places;
  env: Env;
  now: Date;
  /** Nothing but the index is written: a corrupt database stays where it is. */
  looksOnly?: boolean;
  /** Called now and then with how much of how much is done: files read, and then what of them is written to the index. */
  progress?(what: 'files' | 'index', done: number, total: number): void;
}

/** A memory that applies to paths: its patterns as written, its body as it will be sent. */
export interface ScopedMemory {
  id: string;
  /** Absolute. */
  file: string;
  appliesTo: readonly string[];
  body: string;
}

export interface SyncReport extends Taken {
  indexFile: string;
  /** Memories in the index. */
  memories: number;
  /** Files that had to be parsed. */
  parsed: number;
  /** `none`: only the stamps were renewed. */
  written: 'index' | 'stamps';
  problems: FileProblem[];
  /** How many of them were not known before. */
  newProblems: number;
  configProblems: ConfigProblem[];
  /** Files of the project's own vaults that are not in the index because their reader has not trusted them (trust.ts). */
  waiting: string[];
  /** Files whose id another file of the same vault, earlier by path, has taken. */
  collisions: { file: string; id: string; by: string }[];
  /** What the memories in the index call by a name, by that name. */
  entities: Entity[];
  /** Memories that apply to paths, in startup order, and the config they are to be used under. */
  scoped: ScopedMemory[];
  config: ConfigValues;
  /** Why the database was not used; without it everything is parsed anew. */
  storeFault?: string;
  /** A corrupt database was found, and where it was put. */
  movedAside?: string;
}

/** A file written within so many milliseconds may be written again without its mtime moving: a tick of the kernel's clock. */
const TICK = 12;
/** Bodies that session-start may send; more never fit. */
const PINNED = 12;
const PINNED_IMPORTANCE = 0.7;

/** Of what a session's start may hold, what proposals may take: memories come first. */
const PROPOSED_SHARE = 1 / 3;

/** @throws where the index cannot be written */
export function syncProject(options: SyncOptions): SyncReport {
  const { places, now } = options;
  const file = indexFile(options.project, places);
  // Before what they say is read, so that what comes in between moves them.
  const configs = [...options.project.configs.map(stamp), trustStamp(trustFile(options.project, places))];
  const { config, problems: configProblems } = loadConfig(options.project.configs);
  const project = inForce(options.project, config, places, options.env);
  const git = gitFiles(project).map(stamp);
  // Before anything is ranked: what is not to be read is never a candidate.
  const vaults = vaultsOf(project, places).filter((vault) => isRead(vault, config['namespaces.read']));
  const gate = gateOf(config['trust.mode'], readTrust(project, places));
  const found = settled(vaults);

  // The index is written before the catalogue is saved: hooks wait for the one and never for the other.
  const work = (catalogue: Catalogue) => {
    const read = readFiles(
      found.files,
      catalogue,
      gate,
      places.memories + path.sep,
      options.progress?.bind(undefined, 'files'),
    );
    const { kept, collisions, taken } = choose(vaults, read.files, now);
    const ordered = startupOrder(
      kept.map((it) => ({ ...it.memory, ...it })),
      now,
      config['start.recency_bias'],
    );
    const entries = ordered.map((it) => entry(it, project, options.env));
    const named = config['entities.enabled']
      ? entitiesOf(
          ordered.map(({ memory, same }, n) => ({ memory, body: ownText(entries[n]!.body, same) })),
          [config['entities.disabled']].flat().flatMap((names) => names.split(',')),
        )
      : { entities: [], texts: new Map<string, string>() };
    const pinned = entries
      .flatMap(({ meta }, n) => (isPinned(meta) || ordered[n]!.same.some((it) => isPinned(it.memory)) ? [n] : []))
      .slice(0, PINNED);
    const proposed = proposedBlock(
      catalogue.proposed(project.root, now.getTime()),
      config['start.max_tokens'] * 4 * PROPOSED_SHARE,
    );
    const gap = catalogue.gaps(project.root, now.getTime());
    const notices = [...(read.waiting.length > 0 ? [waitingNotice(read.waiting.length)] : []), ...(gap ? [gap] : [])];
    const head: Head = {
      root: project.root,
      config,
      configs,
      folders: found.folders,
      git,
      files: found.files.length,
      day: dayOf(now.getTime()),
      scoped: ordered.filter(({ memory }) => memory.appliesTo.length > 0).length,
      pinned,
      ...(read.files.some(({ memory }) => memory.expires && !isExpired(memory, now)) ? { expires: true as const } : {}),
      ...(named.texts.size > 0 ? { named: true as const } : {}),
      ...(notices.length > 0
        ? { notice: notices.join('\n'), waiting: key64([...read.waiting, gap ?? ''].join('\0')) }
        : {}),
      ...proposed,
    };
    const written: SyncReport['written'] =
      unchanged(file, head, found.files) && restamp(file, head) ? 'stamps' : 'index';
    if (written === 'index')
      writeIndex(file, head, entries, found.files, named.texts, options.progress?.bind(undefined, 'index'));
    const { parsed, newProblems, waiting } = read;
    const problems = [...found.problems, ...read.problems];
    const scoped = ordered.flatMap(({ memory, stamp: [file] }, n) =>
      memory.appliesTo.length > 0 ? [{ id: memory.id, file, appliesTo: memory.appliesTo, body: entries[n]!.body }] : [],
    );
    return {
      memories: entries.length,
      parsed,
      written,
      problems,
      newProblems,
      waiting,
      collisions,
      ...taken,
      scoped,
      entities: named.entities,
    };
  };
  const { result, fault, movedAside } = withCatalogue(
    places.db,
    vaults.map(({ folder }) => folder),
    work,
    options.looksOnly,
  );
  return {
    indexFile: file,
    ...result,
    config,
    configProblems,
    ...(fault ? { storeFault: fault } : {}),
    ...(movedAside ? { movedAside } : {}),
  };
}

/** A rule or preference that matters enough to be sent whole at each start. */
export function isPinned(meta: Pick<Meta, 'type' | 'importance'>): boolean {
  return (meta.type === 'rule' || meta.type === 'preference') && meta.importance >= PINNED_IMPORTANCE;
}

/** DECISIONS: `reviewed`, else `created`, else none. */
export function dateOf(memory: Memory): string | undefined {
  return memory.reviewed ?? memory.created;
}

interface Found {
  files: Stamp[];
  folders: Stamp[];
  problems: FileProblem[];
}

/** The vaults' files and folders with stamps that any later change moves: what was just written is given a tick to settle. */
function settled(vaults: readonly Vault[]): Found {
  for (let attempt = 0; ; attempt++) {
    const listed = vaults.map(listVault);
    const unread = unique(listed.flatMap(({ unread }) => unread));
    const folders = unique(listed.flatMap(({ folders }, i) => [vaults[i]!.folder, ...folders]))
      .filter((folder) => !unread.includes(folder))
      .map(stamp);
    const before = listed.flatMap(({ files }) => files).map(stamp);
    const young = Date.now() - TICK;
    if (attempt === 0 && [...folders, ...before].some(([, mtimeMs]) => mtimeMs > young)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK);
    }
    // Listed again behind the folders' stamps: what came in between is either in the list or moves the folder.
    const again = vaults.map(listVault);
    const names = again.flatMap(({ files }) => files);
    const same = folders.every(([folder, mtimeMs]) => stamp(folder)[1] === mtimeMs);
    if (same || attempt >= 3) {
      return {
        files: unique(names).map((file) => {
          const found = stamp(file);
          return found[1] < 0 ? unreadable(file) : found;
        }),
        folders: [...folders, ...unread.map(unreadable)],
        problems: again.flatMap(({ problems }) => problems),
      };
    }
  }
}

/** Trust as a hook can check it: what cannot be read counts for nothing, and moves when it can be. */
function trustStamp(file: string): Stamp {
  const found = stamp(file);
  return found[1] < 0 || readable(file) ? found : unreadable(file);
}

/**
 * Files that cannot be read get another stamp in the list. What waits is not even parsed where nothing of the project is trusted.
 * @param own how files of the user's vault begin: they never wait
 */
function readFiles(
  files: Stamp[],
  catalogue: Catalogue,
  gate: Gate,
  own: string,
  progress?: (done: number, total: number) => void,
): { files: ReadFile[]; problems: FileProblem[]; newProblems: number; parsed: number; waiting: string[] } {
  const result: ReadFile[] = [];
  const problems: FileProblem[] = [];
  const waiting: string[] = [];
  const vocabulary = newVocabulary();
  let parsed = 0;
  let newProblems = 0;
  files.forEach((stamp, n) => {
    const [file, mtimeMs, size] = stamp;
    if (gate === 'closed' && !file.startsWith(own)) {
      waiting.push(file);
      return;
    }
    let it = catalogue.get(file, mtimeMs, size);
    if (!it) {
      it = parse(file);
      parsed++;
      if ('problem' in it) newProblems++;
      if ('problem' in it && it.unread) files[n] = unreadable(file);
      else catalogue.put(file, mtimeMs, size, it);
    }
    if ('problem' in it) problems.push({ file, ...it.problem });
    else if (gate === 'open' || gate === 'closed' || file.startsWith(own) || gate.has(it.hash)) {
      result.push({ stamp, ...it, terms: pack(it.terms, vocabulary) });
    } else waiting.push(file);
    if (progress && (n % 100 === 99 || n === files.length - 1)) progress(n + 1, files.length);
  });
  catalogue.keep(new Set(files.map(([file]) => file)));
  return { files: result, problems, newProblems, parsed, waiting };
}

function parse(file: string): Parsed {
  try {
    // Read once: what is hashed is what is sent.
    const bytes = readMemoryBytes(file);
    const memory = parseMemory(decodeMemory(bytes), nameOf(file));
    return { memory, hash: fileHash(bytes), keys: gistKeys(memory), ...weightedTerms(memory) };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    const { line, message, unread } = error;
    return { problem: { line, message }, ...(unread ? { unread: true } : {}) };
  }
}

function entry(it: Chosen, project: Project, env: Env): Entry {
  const { memory, stamp } = it;
  const [file, mtimeMs, size] = stamp;
  const body = redact(neutralise(memory.body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd())).text;
  return {
    meta: {
      id: memory.id,
      summary: neutralLine(redact(memory.summary).text),
      type: memory.type,
      file: neutralLine(displayPath(file, project, env)),
      path: file,
      date: dateOf(memory) ?? '',
      reviewed: memory.reviewed !== undefined,
      importance: memory.importance,
      hash: key64(body),
    },
    // Beside its own text, so that a session is not sent that again because another memory has begun to say it too.
    body: it.same.length > 0 ? `${body}\n\n${sameAs(it.same)}` : body,
    mtimeMs,
    size,
    terms: it.same.length > 0 ? allTerms(it) : it.terms,
    length: it.length,
    globs: compileGlobs(memory.appliesTo, { root: project.tree }).compiled,
  };
}

/** What one of several that say the same is found by, it is found by for all of them: each may have tags of its own. */
function allTerms({ terms, same }: Chosen): PackedTerms {
  const weights = new Map<string, number>();
  for (const [term, weight] of [terms, ...same.map((other) => other.terms)].flatMap(unpack))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  const all = [...weights].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return pack(all, terms.of);
}

/** The line behind a body that names those that say the same. */
function sameAs(same: Chosen['same']): string {
  const ids = same.map(({ memory }) => memory.id).sort();
  const more = ids.length - SAME_NAMED;
  return `(same as: ${ids.slice(0, SAME_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

/** A body without that line: it is about no entity. */
function ownText(body: string, same: Chosen['same']): string {
  return same.length > 0 ? body.slice(0, -sameAs(same).length).trimEnd() : body;
}

/** Ids that the line names. */
const SAME_NAMED = 8;

/** Relative to the work tree, with `~` in the home folder, else absolute. */
export function displayPath(file: string, project: Project, env: Env): string {
  const inside = path.relative(project.tree, file);
  const named = userHome(env);
  // In the home folder and at the root of the file system a relative path would look like a project's.
  const isProject = path.dirname(project.tree) !== project.tree && !(named && path.resolve(named) === project.tree);
  if (isProject && inside && !inside.startsWith('..') && !path.isAbsolute(inside)) return inside;
  const home = userHome(env);
  const below = home ? path.relative(home, file) : '..';
  return below.startsWith('..') || path.isAbsolute(below) ? file : `~${path.sep}${below}`;
}

/** The index holds these very files, this config and this day: only the stamps of folders and git have to be renewed. */
function unchanged(file: string, head: Head, files: readonly Stamp[]): boolean {
  const index = openIndex(file);
  if (!index) return false;
  try {
    const old = index.head;
    return (
      old.day === head.day &&
      old.files === head.files &&
      old.waiting === head.waiting &&
      JSON.stringify(old.config) === JSON.stringify(head.config) &&
      JSON.stringify(old.pinned) === JSON.stringify(head.pinned) &&
      JSON.stringify(index.files()) === JSON.stringify(files)
    );
  } catch {
    return false;
  } finally {
    index.close();
  }
}

/** What git moves when it changes a work tree: this one, and the main checkout where that is shared. */
function gitFiles({ git, main, shared }: Project): string[] {
  const folders = [git, main && !shared ? path.join(main, '.git') : undefined];
  return folders.flatMap((named) => {
    const folder = named && gitFolder(named);
    return folder ? [path.join(folder, 'index'), path.join(folder, 'HEAD')] : [];
  });
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
