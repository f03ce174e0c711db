// Where the lane has its parts from that few events need: the hook from files of dist/, commands and tests by static import
// (later-all.ts).
import type * as Capture from './capture.ts';
import type * as Later from './later.ts';
import type * as Named from './named.ts';

interface Parts {
  capture: typeof Capture;
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
function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const there = loaded[name] ?? load?.(name);
  if (!there) throw new Error(`dist/${name}.cjs has not been loaded`);
  loaded[name] = there;
  return there;
}

export const capture = () => part('capture');
export const later = () => part('later');
export const named = () => part('named');
