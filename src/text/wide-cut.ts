// The part of words.ts that a text in Latin letters does not need.
import { isRareHan, Script } from './scripts.ts';
import { wideScriptOf } from './wide-scripts.ts';
import { Kind, type Words } from './words.ts';

/**
 * Cuts the run that starts here, behind what `out` holds.
 * @param script of the run, neither Latin nor none
 * @param longest letters of a word
 * @returns where it ends
 */
export function cutWide(s: string, start: number, script: Script, out: Words, longest: number): number {
  return script === Script.Cjk || script === Script.Thai
    ? pairs(s, start, script, out)
    : word(s, start, script, out, longest);
}

/** As scripts.ts has it, but for Latin: that is none of these. */
function scriptAt(c: number): Script {
  return c < 0x300 ? Script.None : wideScriptOf(c);
}

function push(out: Words, kind: Kind, text: string): void {
  out.kinds.push(kind);
  out.texts.push(text);
}

/** A word of a script with spaces: letters and marks; marks of Arabic and Hebrew (vowel signs, lengthening) are left out. */
function word(s: string, start: number, script: Script, out: Words, longest: number): number {
  let i = start;
  let from = start;
  let text = '';
  for (; i < s.length; i++) {
    const next = scriptAt(s.charCodeAt(i));
    if (next === Script.Mark) {
      if (
        script === Script.Arabic ||
        (s.charCodeAt(i) >= 0x590 && s.charCodeAt(i) < 0x5d0) ||
        s.charCodeAt(i) < 0x370
      ) {
        text += s.slice(from, i);
        from = i + 1;
      }
    } else if (next !== script) break;
  }
  text = (text + s.slice(from, i)).toLowerCase().slice(0, longest);
  if (text)
    push(out, script === Script.Cyrillic ? Kind.Cyrillic : script === Script.Arabic ? Kind.Arabic : Kind.Spaced, text);
  return i;
}

/** A run without spaces, in overlapping pairs of characters. */
function pairs(s: string, start: number, script: Script, out: Words): number {
  let i = start;
  let before = '';
  let count = 0;
  while (i < s.length) {
    const c = s.charCodeAt(i);
    const next = scriptAt(c);
    let char: string;
    if (next === script) char = s[i]!;
    else if (next === Script.Mark) {
      i++;
      continue;
    } else if (script === Script.Cjk && next === Script.None && i + 1 < s.length && isRareHan(c, s.charCodeAt(i + 1)))
      char = s.slice(i, i + 2);
    else break;
    if (count++ > 0) push(out, Kind.Pair, before + char);
    before = char;
    i += char.length;
  }
  if (count === 1) push(out, Kind.Pair, before);
  return i;
}
