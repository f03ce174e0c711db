// The later part of the lane at once, for tests and the cold side.
import * as later from './later.ts';
import { setLaterLoader } from './lazy.ts';

setLaterLoader(() => later);
