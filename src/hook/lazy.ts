// Where the lane has its later part from: the hook from dist/later.cjs, commands and tests by static import (later-all.ts).
import type * as Later from './later.ts';

let load: (() => typeof Later) | undefined;
let loaded: typeof Later | undefined;

/** Says where it comes from. */
export function setLaterLoader(loader: () => typeof Later): void {
  load = loader;
  loaded = undefined;
}

/** @throws where it cannot be loaded: the moment is not answered then */
export function later(): typeof Later {
  loaded ??= load?.();
  if (!loaded) throw new Error('dist/later.cjs has not been loaded');
  return loaded;
}
