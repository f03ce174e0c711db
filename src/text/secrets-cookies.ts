// Cookies in the headers that carry them: what names a session, and what is long and made by chance.
import type { Add } from './secrets-tokens.ts';
import { isMixed, isPlaceholder } from './secrets-values.ts';

const HEADER = /\b(?:set-)?cookie["']?[ \t]{0,8}[:=][ \t]{0,8}["']?(?=[\w.-]{1,64}=)/gi;
/** One pair and the sign behind it; a quote ends the header where it is a string. */
const PAIR = /([\w.-]{1,64})=([^\s;,"']{0,4096})(?:;[ \t]{0,8})?/y;
const SESSION = /sess|sid$|token|auth|jwt|login|remember|csrf|xsrf/i;
const SHORTEST = 6;
/** So long is no name of a theme or a language. */
const LONG = 16;

export function findCookies(text: string, add: Add): void {
  // Each pair has one; to compile the expression costs a short text more.
  if (!text.includes('=')) return;
  HEADER.lastIndex = 0;
  while (HEADER.test(text)) {
    PAIR.lastIndex = HEADER.lastIndex;
    for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
      const [, name, value] = pair as unknown as [string, string, string];
      HEADER.lastIndex = PAIR.lastIndex;
      const secret = SESSION.test(name) ? value.length >= SHORTEST : value.length >= LONG && isMixed(value);
      const start = pair.index + name.length + 1;
      if (secret && !isPlaceholder(value)) add(start, start + value.length, 'cookie');
    }
  }
}
