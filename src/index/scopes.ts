// Under which keys of the dictionary the patterns of memories stand: by what a pattern begins or ends with, so that a hook
// compiles few of them.
import { pathTerm } from './layout.ts';
import { type CompiledPattern, pathKeys } from './paths.ts';

/** Folders above a path that are asked for; deeper ones have no patterns of their own. */
const DEEPEST = 64;

/** The one key under which a pattern is found. */
export function whereItMayMatch({ prefix, tail }: CompiledPattern): string {
  if (prefix) return pathTerm('folder', prefix);
  return tail ? pathTerm('tail', tail) : pathTerm('any');
}

/**
 * The keys under which the patterns stand that may match a path.
 * @param path as `projectPath` gives it
 */
export function whereToLook(path: string): string[] {
  const { prefixes, tails } = pathKeys(path);
  return [
    pathTerm('any'),
    ...tails.slice(-2 * DEEPEST).map((tail) => pathTerm('tail', tail)),
    ...prefixes.slice(0, DEEPEST).map((prefix) => pathTerm('folder', prefix)),
  ];
}
