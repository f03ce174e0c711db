// Secret access keys of AWS: forty characters of base64 without a prefix. Beside an access key's id one of them is its secret; alone
// it is taken where chance made it.
import { isAlnum, isWithinBlock } from './secrets-letters.ts';
import type { Add } from './secrets-tokens.ts';
import { distinct } from './secrets-values.ts';

const LENGTH = 40;
/** How far from an id its secret may stand, UTF-16 units. */
const REACH = 240;

const isLetter = (code: number) => isAlnum(code) || code === 43 || code === 47;

/** @param ids where access key ids stand, in order */
export function findAwsSecrets(text: string, ids: readonly { start: number; end: number }[], add: Add): void {
  /** The first id that is not left behind. */
  let near = 0;
  // Of forty letters one stands at a multiple of forty: no other place is looked at.
  for (let at = LENGTH - 1; at < text.length; at += LENGTH) {
    if (!isLetter(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && at - start < LENGTH && isLetter(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && end - start <= LENGTH && isLetter(text.charCodeAt(end))) end++;
    if (end - start !== LENGTH) continue;
    const run = text.slice(start, end);
    if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || distinct(run) < 16) continue;
    while (near < ids.length && ids[near]!.end < start - REACH) near++;
    const beside = near < ids.length && ids[near]!.start <= end + REACH;
    if (
      beside
        ? stands(text, start, end, NEAR)
        : isChance(run) && stands(text, start, end, ALONE) && !isWithinBlock(text, start)
    )
      add(start, end, 'aws-secret-key');
  }
}

/** What may not stand before and behind: then it is part of something longer, such as a path or a token of another alphabet. */
const NEAR = [/[\w.@%=-]$/, /^[\w@%=-]/] as const;
const ALONE = [/[\w.@%#~\\-]$|[?&][\w.-]{1,40}=$|:\/\/$/, /^[\w@%=~\\-]|^\.\w/] as const;

function stands(text: string, start: number, end: number, [before, behind]: readonly [RegExp, RegExp]): boolean {
  return !before.test(text.slice(Math.max(0, start - 44), start)) && !behind.test(text.slice(end, end + 2));
}

/** Changes between capitals, small letters, digits and signs: 25 of 39 by chance, 13 in `src/components/userProfile/…`. */
const FEWEST_CHANGES = 18;
/** A path has more strokes. */
const MOST_SIGNS = 5;
const FEWEST_DIFFERENT = 20;

/** `K8sIoApimachineryPkgApisMetaV1ObjectMeta`: chance puts capitals beside each other, and signs between. */
const CAMEL = /^[A-Z]?[a-z\d]+(?:[A-Z][a-z\d]+)+$/;

/** What says something once it is decoded. */
function isText(run: string): boolean {
  return /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(run, 'base64').toString('latin1'));
}

function isChance(run: string): boolean {
  if (distinct(run) < FEWEST_DIFFERENT || !/\d.*\d/.test(run)) return false;
  if (run.replace(/[^/+]/g, '').length > MOST_SIGNS || CAMEL.test(run) || isText(run)) return false;
  let changes = 0;
  for (let n = 1; n < run.length; n++) if (classOf(run.charCodeAt(n)) !== classOf(run.charCodeAt(n - 1))) changes++;
  return changes >= FEWEST_CHANGES;
}

function classOf(code: number): number {
  if (code >= 97) return 0;
  if (code >= 65) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}
