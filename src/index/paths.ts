// Path patterns as the compiled index holds them, and what a path has to do with them. docs/PATHS.md says what a
// pattern means; src/memory/globs.ts compiles them.

/** One alternative of one pattern. The patterns of a memory are one list, in their order: see `matches`. */
export interface CompiledPattern {
  /**
   * A RegExp, to be run without flags or with `i`. Found in a path, the path or a folder above it matches; found in
   * `(?:source)$`, the path itself does.
   */
  source: string;
  /** `!pattern`: takes back what patterns before it found. */
  negated: boolean;
  /** The one file or folder that it names, relative to the project. Says the same as `source`, without a RegExp. */
  literal?: string;
  /** What any path that it finds starts with once `/` is put behind it; ends with `/`. `''` where nothing is certain. */
  prefix: string;
  /** Where there is no prefix: the name of one part of any path that it finds, or that part's final extension (`.ts`). */
  tail?: string;
}

/** UTF-16 units; PATH_MAX of Linux. Longer paths match nothing. */
export const MAX_PATH = 4096;

/** Folders above a file, where a list takes something back and each of them must be asked. Deeper paths match nothing. */
const MAX_DEPTH = 256;

/** Absolute (with a drive, too), an empty part, `.`, `..`, or a NUL. */
const NOT_IN_PROJECT = /^[A-Za-z]:\/|(?:^|\/)\.{0,2}\/|(?:^|\/)\.{1,2}$|\0/;

/** A path relative to the project, with `/`, in NFC; undefined for what cannot be one. */
export function projectPath(path: string): string | undefined {
  if (!path || path.length > MAX_PATH || NOT_IN_PROJECT.test(path)) return undefined;
  return path.normalize('NFC');
}

/** How prefixes and tails are written where case is ignored. Upper case, as RegExp's `i` compares. */
export function foldCase(text: string, caseInsensitive: boolean): string {
  return caseInsensitive ? text.toUpperCase() : text;
}

/**
 * Under which prefixes and tails a pattern can stand that finds this path. Those with neither are to be tried for every
 * path; negated ones need not be looked up.
 * @param path as `projectPath` gives it
 */
export function pathKeys(path: string, caseInsensitive = false): { prefixes: string[]; tails: string[] } {
  const parts = foldCase(path, caseInsensitive).split('/').filter(Boolean);
  const prefixes: string[] = [];
  const tails = new Set<string>();
  let prefix = '';
  for (const part of parts) {
    prefix += `${part}/`;
    prefixes.push(prefix);
    tails.add(part);
    const dot = part.lastIndexOf('.');
    if (dot >= 0) tails.add(part.slice(dot));
  }
  return { prefixes, tails: [...tails] };
}

/**
 * Whether a list finds a path, relative to the project: gitignore's rule. The last pattern that matches decides; what
 * lies in a folder that was found is found, whatever else the list says.
 */
export function matches(patterns: readonly CompiledPattern[], path: string, caseInsensitive = false): boolean {
  const file = projectPath(path);
  if (file === undefined) return false;
  const flags = caseInsensitive ? 'i' : '';
  const finds = ({ literal, source }: CompiledPattern) =>
    literal === undefined
      ? new RegExp(source, flags).test(file)
      : `${foldCase(file, caseInsensitive)}/`.startsWith(`${foldCase(literal, caseInsensitive)}/`);
  if (!patterns.some((pattern) => !pattern.negated && finds(pattern))) return false;
  const standing = patterns.filter(finds);
  if (standing.every((pattern) => !pattern.negated)) return true;

  const exact = standing.map(({ source, negated }) => ({ negated, regExp: new RegExp(`(?:${source})$`, flags) }));
  let end = 0;
  for (let depth = 0; end < file.length && depth < MAX_DEPTH; depth++) {
    const slash = file.indexOf('/', end);
    end = slash < 0 ? file.length : slash + 1;
    const above = file.slice(0, end);
    const last = exact.findLast(({ regExp }) => regExp.test(above));
    if (last && !last.negated) return true;
  }
  return false;
}
