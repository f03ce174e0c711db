// Which memories may apply to a path at all, by what their patterns begin or end with: a hook compiles few patterns.
import { pathTerm } from './layout.ts';
import type { CompiledPattern } from './paths.ts';

/** Folders above a path that are asked for; a path that is deeper is no project file. */
const DEEPEST = 64;

/** The one key under which a pattern is found. */
export function whereItMayMatch({ prefix, tail }: CompiledPattern): string {
  if (prefix) return pathTerm('folder', prefix);
  return tail ? pathTerm('tail', tail) : pathTerm('any');
}

/**
 * The keys under which the patterns stand that may match a path.
 * @param path relative to the project, with `/`
 */
export function whereToLook(path: string): string[] {
  const keys = [pathTerm('any')];
  const name = path.slice(path.lastIndexOf('/') + 1);
  keys.push(pathTerm('tail', name));
  const dot = name.lastIndexOf('.');
  if (dot >= 0) keys.push(pathTerm('tail', name.slice(dot)));
  let at = path.length;
  for (let depth = 0; at > 0 && depth < DEEPEST; depth++) {
    keys.push(pathTerm('folder', path.slice(0, at)));
    at = path.lastIndexOf('/', at - 1);
  }
  return keys;
}
