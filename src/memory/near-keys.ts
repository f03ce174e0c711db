// Keys of a front matter that are nearly one of ours: they mean nothing, and whoever wrote them thinks that they do.
import { editDistance } from '../config/load.ts';
import { frontKeys, lineOfKey, MEMORY_KEYS } from './file.ts';

/** Each with its line in the file and what may have been meant. Not where the key that was meant stands there as well. */
export function nearKeys(text: string): { line: number; message: string }[] {
  const keys = frontKeys(text);
  return keys.flatMap((key) => {
    const meant = !MEMORY_KEYS.includes(key) ? nearest(key) : undefined;
    if (!meant || keys.includes(meant)) return [];
    return [{ line: lineOfKey(text, key), message: `${key} means nothing to engram (did you mean ${meant}?)` }];
  });
}

function nearest(key: string): string | undefined {
  const plain = letters(key);
  return MEMORY_KEYS.find((known) => {
    const room = known.length < 4 ? 0 : known.length < 8 ? 1 : 2;
    return editDistance(letters(known), plain) <= room;
  });
}

/** `appliesTo`, `Applies-To` and `applies_to` are one. */
function letters(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
