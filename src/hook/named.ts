// The files and folders of a project that a prompt names (E-47). Loaded when `mayName` says so.
import fs from 'node:fs';
import path from 'node:path';
import type { Index } from '../index/read.ts';
import { gitFolder } from '../index/repository.ts';
import type { Moment } from '../moment.ts';
import { uniquePaths } from './git-index.ts';
import { type Mention, mentions } from './mentions.ts';
import { applyingTo, inProject } from './path.ts';
import type { Turn } from './turn.ts';

export { together } from './together.ts';

export interface Where {
  /** What relative paths are relative to, before the tree. In the tree or not. */
  cwd: string;
  /** Real path of the work tree's root. */
  tree: string;
  /** For `~/`. */
  home?: string | undefined;
  /** The git index of the tree, for names without a folder. */
  gitIndex?: string | undefined;
}

/** Of a long prompt so much is looked at, UTF-16 units: people write before and after what they paste. */
const HEAD = 65_536;
const TAIL = 16_384;
const MOST = 16;
/** Different stretches that are looked for; those with a separator first. */
const LOOKED_FOR = 64;
/** Of these so many from the end of the prompt, where there are more. */
const FROM_END = 16;
/** One stretch can be read in several ways, and from two folders. */
const MOST_STATS = 256;
/** UTF-16 units; PATH_MAX of Linux. */
const LONGEST = 4_096;

type Prompt = Turn<Moment & { kind: 'prompt' }>;

/** A path as some hosts' users mention it, for the host to read it. */
const MENTIONED = /(?<!\S)@(?:"[^"\n]+"|\S+)/g;

/** What a prompt names of its project. */
export function namedIn({ moment, ...turn }: Prompt, text = moment.prompt): string[] {
  const git = turn.project.git && gitFolder(turn.project.git);
  const gitIndex = git && `${git}${path.sep}index`;
  return namedFiles(text, { cwd: moment.cwd, tree: turn.project.tree, home: turn.home, gitIndex });
}

/**
 * The ids of memories that the host attaches to this very prompt, by their rule files, because it mentions what they apply
 * to.
 */
export function attachedTo(turn: Prompt, index: Index): Set<string> {
  const { host, project, moment } = turn;
  const native = index.head.config['hooks.path_rules'] === 'native';
  const mentioned = moment.prompt.match(MENTIONED);
  if (!host.rules || !native || !mentioned) return new Set();
  const files = namedIn(turn, mentioned.join('\n')).filter((file) => !file.endsWith('/'));
  const folder = `${project.tree}${path.sep}${host.rules.folder.replaceAll('/', path.sep)}`;
  const ids = applyingTo(index, files).map(({ id }) => id);
  return new Set(ids.filter((id) => fs.existsSync(`${folder}${path.sep}${id}.md`)));
}

/**
 * What is there and is named, however it is written: relative to the tree, with `/`, in NFC; folders end in `/`. Each
 * once, in the order of mention, at most 16. A folder is named only where a separator is written; a name without a
 * folder is a file's in `cwd` or the tree's root, or the only one of that name that git knows.
 */
export function namedFiles(prompt: string, where: Where): string[] {
  const all = mentions(ends(prompt));
  const chosen = choose(all);
  const look = lookup(where);
  const found: { at: number; file: string }[] = [];
  const elsewhere: Mention[] = [];
  let covered = 0;
  for (const mention of all) {
    if (mention.at < covered || !chosen.has(mention.text)) continue;
    const file = look.near(mention.text);
    if (file !== undefined) {
      found.push({ at: mention.at, file });
      covered = mention.end;
    } else if (mention.kind === 'name') elsewhere.push(mention);
  }

  const names = new Set(elsewhere.flatMap(({ text }) => readings(text).flatMap(forms)));
  const byName =
    where.gitIndex !== undefined && names.size > 0 ? uniquePaths(where.gitIndex, names) : new Map<string, string>();
  covered = 0;
  for (const { at, end, text } of byName.size > 0 ? elsewhere : []) {
    if (at < covered) continue;
    const name = readings(text)
      .flatMap(forms)
      .find((form) => byName.has(form));
    const file = name === undefined ? undefined : look.inTree(byName.get(name)!);
    if (file === undefined) continue;
    found.push({ at, file });
    covered = end;
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ file }) => file))].slice(0, MOST);
}

/** The beginning and the end of a long prompt, without the words that are cut through. */
function ends(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  const head = prompt.slice(0, HEAD);
  const tail = prompt.slice(-TAIL);
  const last = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  const first = tail.search(/\s/);
  return `${last < 0 ? head : head.slice(0, last)}\n${first < 0 ? tail : tail.slice(first)}`;
}

function choose(all: readonly Mention[]): Set<string> {
  const some = (texts: string[], most: number) =>
    texts.length <= most
      ? texts
      : [...texts.slice(0, most - Math.min(most, FROM_END)), ...texts.slice(-Math.min(most, FROM_END))];
  const of = (paths: boolean) => [
    ...new Set(all.filter(({ kind }) => (kind === 'path') === paths).map(({ text }) => text)),
  ];
  const paths = some(of(true), LOOKED_FOR);
  const left = LOOKED_FOR - paths.length;
  return new Set(left > 0 ? [...paths, ...some(of(false), left)] : paths);
}

/** Asks the file system, for each text once, and all in all not too often. */
function lookup({ cwd, tree, home }: Where) {
  const known = new Map<string, string | undefined>();
  let stats = 0;

  const existing = (file: string, folderToo: boolean): string | undefined => {
    for (const form of forms(file)) {
      if (form.length > LONGEST || form.includes('\0') || ++stats > MOST_STATS) return undefined;
      const is = fileOrFolder(form);
      const relative = is && inProject(form, cwd, tree);
      if (relative === undefined) continue;
      if (is === 'file') return relative;
      return folderToo ? `${relative}/` : undefined;
    }
    return undefined;
  };
  const read = (reading: string): string | undefined => {
    // `//host/share` would have Windows ask that host.
    if (reading === '' || reading.startsWith('//')) return undefined;
    const slash = reading.includes('/');
    if (reading.startsWith('~/')) return home ? existing(path.join(home, reading.slice(2)), slash) : undefined;
    const places = new Set([path.resolve(cwd, reading), path.resolve(tree, reading)]);
    for (const place of places) {
      const file = existing(place, slash);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  return {
    /** From `cwd` and the root of the tree. */
    near(text: string): string | undefined {
      if (!known.has(text)) {
        let file: string | undefined;
        for (const reading of readings(text)) file ??= read(reading);
        known.set(text, file);
      }
      return known.get(text);
    },
    inTree: (file: string): string | undefined => existing(path.join(tree, file), false),
  };
}

/** The ways in which a text can be a path, the most literal first. None has a backslash. */
function readings(text: string): string[] {
  if (/^file:/i.test(text)) {
    const file = /^file:(?:\/\/(?:localhost)?(?=\/))?(\/[^?#]*)/i.exec(text)?.[1];
    const decoded = file === undefined ? undefined : percentDecoded(file);
    return decoded === undefined ? [] : [decoded.replace(/^\/(?=[A-Za-z]:\/)/, '')];
  }
  const ways = new Set<string>();
  const plain = text.includes('\\')
    ? [
        text.replace(/\\([^\w\\])/g, '$1').replace(/\\+/g, '/'),
        octalDecoded(text).replace(/\\+/g, '/'),
        text.replace(/\\+/g, '/'),
      ]
    : [text];
  for (const way of plain) {
    ways.add(way);
    // `@src/a.ts`, and what is between blanks in a diff's `+src/a.ts` or a list's `-src/a.ts`.
    const unmarked = way.replace(/^(?:@|[-+]+)/, '');
    ways.add(unmarked);
    // git's prefixes of the two sides of a diff.
    if (/^[abciow]\/./.test(unmarked)) ways.add(unmarked.slice(2));
    if (/%[\da-f]{2}/i.test(way)) ways.add(percentDecoded(unmarked) ?? way);
  }
  return [...ways];
}

/** git quotes a name's bytes like this: `docs/\320\276.md`. */
function octalDecoded(text: string): string {
  return text.replace(/(?:\\[0-3][0-7]{2})+/g, (bytes) =>
    Buffer.from(
      bytes
        .slice(1)
        .split('\\')
        .map((byte) => Number.parseInt(byte, 8)),
    ).toString(),
  );
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** As written, then as file systems and editors may have written it. */
function forms(file: string): string[] {
  return [...new Set([file, file.normalize('NFC'), file.normalize('NFD')])];
}

function fileOrFolder(file: string): 'file' | 'folder' | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile()) return 'file';
    return stat?.isDirectory() ? 'folder' : undefined;
  } catch {
    // Out of reach, a name too long, or symbolic links in a circle: not there for us.
    return undefined;
  }
}
