// Where engram keeps its things, for a command: what a hook passes over in silence is said here.
import path from 'node:path';
import { findPlaces, type Places, userHome } from '../index/places.ts';
import { CommandError, type Context, EXIT } from './context.ts';

/**
 * Undefined where nothing says where to keep anything.
 * @throws CommandError 78 for an ENGRAM_HOME that is relative: hooks run in other folders, and keep everything in ~/.engram then
 */
export function placesFor({ env, cwd }: Pick<Context, 'env' | 'cwd'>): Places | undefined {
  const { ENGRAM_HOME: set } = env;
  if (set && !path.isAbsolute(set)) {
    const home = userHome(env);
    const meant = home && /^~(?=$|[\\/])/.test(set) ? path.join(home, set.slice(1)) : path.resolve(cwd, set);
    throw new CommandError(
      `ENGRAM_HOME is ${set}, which is another folder wherever it is read; set it to a whole path (ENGRAM_HOME=${meant}), or unset it for ~/.engram`,
      EXIT.config,
    );
  }
  return findPlaces(env);
}
