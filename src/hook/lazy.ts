// Where the lane has its parts from that few events need: the hook from files of dist/, commands and tests by static import
// (later-all.ts). For parts that build.mjs makes of what is imported, only the hook asks here.
import type * as Later from './later.ts';
import type * as Named from './named.ts';

interface Parts {
  later: typeof Later;
  named: typeof Named;
}

type Load = <Name extends keyof Parts>(name: Name) => Parts[Name];

let load: Load | undefined;
const loaded: Partial<Parts> = {};

/** Says where they come from. */
export function setPartLoader(loader: Load): void {
  load = loader;
}

/** @throws where it cannot be loaded: the moment is not answered then */
export function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const there = loaded[name] ?? load?.(name);
  if (!there) throw new Error(`dist/${name}.cjs has not been loaded`);
  loaded[name] = there;
  return there;
}

export const later = () => part('later');
export const named = () => part('named');
