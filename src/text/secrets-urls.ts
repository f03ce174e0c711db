// User and password in addresses: `scheme://user:password@host`, whatever the scheme.
import { isAlnum, isCut } from './secrets-letters.ts';
import type { Add } from './secrets-tokens.ts';
import { isPlaceholder, isRandom } from './secrets-values.ts';

/** Longest user and password, UTF-16 units. */
const LONGEST = 512;
const VARIABLE = /^(?:[$<{*%]|\[|:?password$|:?passwd$|:?pass(?:word)?\]|your|\.\.\.|…|x+$)/i;

export function findUrls(text: string, add: Add): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    if (!isAlnum(text.charCodeAt(at - 1))) continue;
    const from = at + 3;
    const { at: sign, colon, stop } = userInfo(text, from);
    if (sign < 0) {
      // Cut before the host: a port is a number, a password hardly.
      if (
        colon > from &&
        isCut(text, stop) &&
        stop - colon > 3 &&
        !/^\d{1,5}$|[/[\]]/.test(text.slice(colon + 1, stop))
      )
        add(colon + 1, stop, 'url-credential');
      continue;
    }
    if (colon < 0) {
      const user = text.slice(from, sign);
      if (!isPlaceholder(user) && isRandom(user, 16)) add(from, sign, 'url-credential');
      continue;
    }
    const password = text.slice(colon + 1, sign);
    if (password === '') {
      const user = text.slice(from, colon);
      if (!isPlaceholder(user) && isRandom(user, 16)) add(from, colon, 'url-credential');
    } else if (
      password.length > 3 &&
      !VARIABLE.test(password) &&
      !isPlaceholder(password.replace(/^(?:file|op|arn|env)\b/, 'x'))
    ) {
      // A user made by a machine is half of the secret.
      const user = text.slice(from, colon);
      add(/^[0-9a-f]{8,}$/.test(user) || isRandom(user, 16) ? from : colon + 1, sign, 'url-credential');
    }
  }
}

/** Where user and password end, and where the colon between them is; -1 where there is none. */
function userInfo(text: string, from: number): { at: number; colon: number; stop: number } {
  let colon = -1;
  let at = -1;
  let stop = Math.min(text.length, from + LONGEST);
  for (let i = from; i < stop; i++) {
    const code = text.charCodeAt(i);
    // Space, quotes, angle brackets, `/`, backslash, backtick, and what no address holds unescaped.
    if (
      code <= 32 ||
      code === 34 ||
      code === 39 ||
      code === 60 ||
      code === 62 ||
      code === 92 ||
      code === 96 ||
      code > 0x2000
    )
      stop = i;
    else if (code === 47) {
      // A password may hold a slash, but then its `@` and a host follow at once.
      const rest = colon > from ? /^[^\s/"'<>@:?&=]{0,64}@[\w.-]+(?::\d|\/|$)/.exec(text.slice(i + 1, i + 160)) : null;
      if (rest && at < 0 && !/^\d{1,5}$/.test(text.slice(colon + 1, i))) continue;
      stop = i;
    } else if (code === 63 || code === 35) {
      if (colon < 0 || /^\d{1,5}$/.test(text.slice(colon + 1, i))) stop = i;
    } else if (code === 58 && colon < 0) colon = i;
    else if (code === 64) at = i;
  }
  return { at, colon: colon >= 0 && (at < 0 || colon < at) ? colon : -1, stop };
}
