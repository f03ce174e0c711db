// The later parts of the lane at once, for tests and the cold side.
import * as later from './later.ts';
import { setPartLoader } from './lazy.ts';
import * as named from './named.ts';

const parts = { later, named };
setPartLoader((name) => parts[name]);
