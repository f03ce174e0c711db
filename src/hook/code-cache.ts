// Where V8's code cache of the lane is kept, and how it is told from a damaged one.
import path from 'node:path';

/** Parts of the lane that have a cache of their own: those that all prompts of some people need. */
export const CACHED: readonly string[] =
  'capture secrets wide-words stem-ar stem-de stem-es stem-fr stem-it stem-nl stem-pt stem-ru stem-tr'.split(' ');

/** The text of such a part as it is compiled. */
export function asFunction(source: string): string {
  return `(function(module,exports,require){${source}})`;
}

/** Of lane.js and of those parts, by their content; set by the build, and only there. */
declare const LANE_BUILD: string | undefined;
const BUILD = typeof LANE_BUILD === 'string' ? LANE_BUILD : undefined;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * One for each build and each V8: either changing makes the other's cache useless. Undefined without a home or a build.
 * @param of a part; undefined: the lane itself
 */
export function cacheFile(env: Env, build: string | undefined = BUILD, of?: string): string | undefined {
  const user = env.HOME || env.USERPROFILE;
  const set = env.ENGRAM_HOME;
  const home = set && path.isAbsolute(set) ? set : user && `${user}${path.sep}.engram`;
  // As findPlaces has it: what is relative is another folder in every process.
  return home && path.isAbsolute(home) && build
    ? `${home}${path.sep}cache${path.sep}lane-${build}-${process.versions.v8}-${process.arch}${of ? `-${of}` : ''}`
    : undefined;
}

/**
 * V8 aborts the process over a damaged cache, and checks no sum. So the file holds the cache twice, and counts only where
 * both halves are the same bytes: comparing costs a hundredth of summing.
 */
export function halves(bytes: Buffer): Buffer | undefined {
  const half = bytes.length / 2;
  if (half === 0 || !Number.isInteger(half)) return undefined;
  const first = bytes.subarray(0, half);
  return first.equals(bytes.subarray(half)) ? first : undefined;
}

export function doubled(cache: Buffer): Buffer {
  return Buffer.concat([cache, cache]);
}
