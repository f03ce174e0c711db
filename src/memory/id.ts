// Ids: what a memory is called, from its file's name or from what it says.
import { signature } from '../text/hash.ts';

export const ID_PATTERN = /^[a-z0-9][a-z0-9._-]{0,79}$/;
const MAX = 80;

/** Letters that neither lower case nor decomposition brings to ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'ng' },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'yo',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', є: 'ye', і: 'i', ї: 'yi', ґ: 'g', ў: 'u' },
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ξ: 'x',
  },
  ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
};

/**
 * An id for a name: itself where it is one, else lower-cased, accents dropped, Cyrillic and Greek transliterated, blanks and signs as `-`.
 * Where letters of another script are lost or the name is cut, eight hex digits of its hash keep names apart. The same for
 * composed and decomposed Unicode (macOS hands over the latter).
 */
export function slugId(name: string): string {
  if (ID_PATTERN.test(name)) return name;
  const text = name.normalize('NFC').toLowerCase();
  let slug = '';
  let lost = false;
  for (const letter of text) {
    const plain = LETTERS[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (const part of plain) {
      const ascii = LETTERS[part] ?? part;
      if (/^[a-z0-9._-]*$/.test(ascii)) slug += ascii;
      else {
        slug += '-';
        if (/[\p{L}\p{N}]/u.test(ascii)) lost = true;
      }
    }
  }
  slug = slug.replace(/-{2,}/g, '-').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  if (slug === '') return `m-${signature(text)}`;
  if (!lost && slug.length <= MAX) return slug;
  return `${slug.slice(0, MAX - 9).replace(/[^a-z0-9]+$/, '')}-${signature(text)}`;
}

/** An id of which nothing could be kept of what it stands for: a hash alone. */
export function isHashId(id: string): boolean {
  return /^m-[0-9a-f]{8}(?:-\d+)?$/.test(id);
}

/** A short id for a sentence: its first words, at most 48 characters of them. */
export function idFromSummary(summary: string): string {
  const words = summary.trim().split(/\s+/);
  let text = '';
  for (const word of words) {
    if (text && text.length + 1 + word.length > 48) break;
    text += (text && ' ') + word;
  }
  return slugId(text);
}

/** The id itself or, where it is taken, with the next free `-2`, `-3`, … */
export function freeId(id: string, taken: (id: string) => boolean): string {
  if (!taken(id)) return id;
  for (let n = 2; ; n++) {
    const next = `${id.slice(0, MAX - 1 - String(n).length)}-${n}`;
    if (!taken(next)) return next;
  }
}
