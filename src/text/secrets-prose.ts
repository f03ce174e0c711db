// Secrets as people tell them: `the password for the db is …`, `пароль от базы: …`, `密码是…`, `login with admin / …`.
import { isCut } from './secrets-letters.ts';
import type { Named } from './secrets-names.ts';
import type { Add } from './secrets-tokens.ts';
import {
  isChosen,
  isExpression,
  isJumbled,
  isMixed,
  isNameOrPlaceholder,
  isPlaceholder,
  isRandom,
  isTelling,
  isWords,
} from './secrets-values.ts';

/** Words between the name and what leads to the value: `for the staging database`. */
const WORD =
  /[ \t]{1,2}[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d][A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d_.'’/-]{0,31}(?![A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d])/y;
const MOST_WORDS = 7;
const ASIDE = /[ \t]{0,2}\([^()\n]{1,40}\)/y;
/** What leads to a value, in ten languages. */
const LEAD =
  /(?:[*_]{0,2}[ \t]{0,2}(?::(?!:)[*_]{0,2}|：|['’]s(?=[ \t])|,? ?c['’]est(?=[ \t])|—|–|->|→|⇒)|[ \t]{1,2}(?:is|was|are|be|to|ist|war|lautet|heißt|es|est|son|sera|é|è|sono|это|является|равен|равно|теперь|now|jetzt|ahora)(?=[ \t:])(?:[ \t]{1,2}(?:now|still|just|set to|jetzt|nun|ahora|maintenant|теперь|simply|literally))?:?|[ \t]{1,2}-(?=[ \t])|[ \t]{0,2}(?:是|为|為|は|が|を|은|는|이|가|을|를)(?:[ \t]?[:：])?)[ \t]{0,4}/y;
/** Right behind the name. */
const FIRST_LEAD = new RegExp(`[ \\t]{0,2}=(?![=>])[ \\t]{0,4}|${LEAD.source}`, 'y');
/** Chinese and Japanese stand without blanks. */
const CJK_LEADS = /[\u3040-\u30ff\u3400-\u9fff（）()A-Za-z0-9 ]{0,16}?(?:是|为|為|は|：|:|=|→)[ \t：:]{0,3}/y;
const QUOTED = /(["'`“„「『‘]|«[ \u00a0\u202f]?)([^"'`“”»„」』’\n]{3,200}?)[ \u00a0\u202f]?["'`”»“」』’]/y;
const BARE = /[^\s"'`<>|，。、；！？「」『』（）\u3040-\u30ff\u4e00-\u9fff“”«»]{3,400}/y;

/** What the name said, and the name. */
export interface Spoken extends Named {
  name: string;
  /** It speaks of something else that has to do with passwords: `password manager`. */
  about?: boolean;
}

const ABOUT =
  /[ \t](?:manager|strength|meter|polic(?:y|ies)|librar(?:y|ies)|hash(?:ing|er|es)?|generator|validat(?:or|ion)|check(?:er|s)?|encoder|reset|store|backend|provider|algorithm|rules?|schema)(?![\w-])/iy;

/** Names that are verbs and things as well: their value follows at once. */
const CLOSE = /^(?:pass|pin|otp|auth)$/i;

/** @returns behind the value where it was a secret, else -1 */
export function findProse(text: string, end: number, spoken: Spoken, add: Add): number {
  const { name } = spoken;
  ABOUT.lastIndex = end;
  const told = { ...spoken, about: ABOUT.test(text) };
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text.slice(end - 1, end + 12))) {
    CJK_LEADS.lastIndex = end;
    const found = CJK_LEADS.test(text) ? valueAt(text, CJK_LEADS.lastIndex, told, add) : -1;
    if (found >= 0) return found;
  }
  ASIDE.lastIndex = end;
  let at = ASIDE.test(text) ? ASIDE.lastIndex : end;
  // `PIN` is one of a card or a lock, `pin` any.
  const close = CLOSE.test(name) && name !== 'PIN';
  for (let words = 0; words <= (close ? 0 : MOST_WORDS); words++) {
    const lead = words === 0 ? FIRST_LEAD : LEAD;
    lead.lastIndex = at;
    const found = lead.test(text) ? valueAt(text, lead.lastIndex, told, add) : -1;
    if (found >= 0) return found;
    const apart = words <= 3 && !close ? apartAt(text, at, words, told, add) : -1;
    if (apart >= 0) return apart;
    WORD.lastIndex = at;
    if (!WORD.test(text)) break;
    at = WORD.lastIndex;
  }
  return -1;
}

/** Before a name: `log in with the password …`. */
const WITH = /(?:^|\s)(?:[Ww]ith|[Uu]s(?:ing|es?|ed)|[Mm]it|[Cc]on|[Aa]vec)\s(?:[a-zà-ÿ']{1,6}\s)?$/;

/** Behind nothing but a blank: what can be nothing else. */
function apartAt(text: string, at: number, words: number, { strength, kind, name }: Spoken, add: Add): number {
  const code = text.charCodeAt(at);
  if (code !== 32 && code !== 9) return -1;
  BARE.lastIndex = at + 1;
  const bare = BARE.exec(text);
  if (!bare) return -1;
  const value = trimmed(bare[0]);
  const mixed =
    value.length >= 8 &&
    /\d/.test(value) &&
    /[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff]/.test(value) &&
    /\w[!@#$%^&*+~?]+\w/.test(value);
  // Behind words of another script, at the end of the line.
  const foreign =
    /[\u0370-\ud7ff]/.test(name) &&
    /^[A-Za-z]{4,}\d{3,}$/.test(value) &&
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(at + 1 + value.length, at + 24 + value.length));
  const random =
    value.length >= 20 &&
    words === 0 &&
    /^[\w+/=-]+$/.test(value) &&
    (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
      ? !isWords(value)
      : value.length >= 32 && /^[0-9a-f]+$/.test(value));
  const given =
    words === 0 &&
    (isMixed(value, 6) || isChosen(value)) &&
    WITH.test(text.slice(Math.max(0, at - name.length - 16), at - name.length));
  if (
    !(strength === 'password' ? mixed || foreign || given : random) ||
    isPlaceholder(value) ||
    isExpression(value) ||
    isTelling(value) ||
    /[=:]/.test(value.slice(0, 12))
  )
    return -1;
  add(at + 1, at + 1 + value.length, kind);
  return at + 1 + value.length;
}

function valueAt(text: string, from: number, told: Spoken, add: Add): number {
  const { kind, name } = told;
  QUOTED.lastIndex = from;
  const quoted = QUOTED.exec(text);
  if (quoted) {
    const value = quoted[2]!;
    const first = from + quoted[1]!.length;
    if (!isTold(value, told, true) && !isPin(value, name)) return -1;
    add(first, first + value.length, kind);
    return first + value.length;
  }
  BARE.lastIndex = from;
  const bare = BARE.exec(text);
  if (!bare) return -1;
  const value = trimmed(bare[0]);
  if (!isTold(value, told, false) && !isPin(value, name) && !(isCut(text, from + value.length) && isMixed(value, 4)))
    return -1;
  add(from, from + value.length, kind);
  return from + value.length;
}

/** Without the signs that end a sentence. */
export function trimmed(value: string): string {
  return value.replace(/[.,;:?)\]}…]+$/, '').replace(/\*\*$/, '');
}

/** Digits, where nothing else is asked for. */
function isPin(value: string, name: string): boolean {
  return /^(?:pin|otp)$/i.test(name) && /^\d{4,8}$/.test(value);
}

function isTold(value: string, { strength, about = false }: Spoken, quoted: boolean): boolean {
  const chosen = !about;
  if (
    isPlaceholder(value) ||
    isNameOrPlaceholder(value) ||
    isExpression(value) ||
    isTelling(value) ||
    value.includes('://')
  )
    return false;
  if (/\s/.test(value)) return false;
  if (strength === 'password')
    return (
      (isMixed(value, quoted ? 5 : 6) ||
        isJumbled(value) ||
        (chosen && isChosen(value)) ||
        (quoted && value.length >= 12 && /\d/.test(value))) &&
      !/^[\w-]+[:=]/.test(value)
    );
  return (
    isRandom(value, 12) &&
    !isWords(value) &&
    !/^[a-z\d]+(?:[-_/][a-z\d]+)*$/.test(
      value.length >= 20 && /^[0-9a-f-]+$/.test(value) ? 'A' : value.length >= 24 ? 'A' : value,
    )
  );
}

const CREDENTIALS =
  /[^\n]{0,48}?(?<![\w@./-])[\w.@+-]{2,48}[ \t]{0,2}(?:\/|:|\||and password|with password|, ?pass(?:word)?:?|\+)[ \t]{0,2}(["'`]?)([^\s"'`<>|，。、]{5,120})\1/iy;

/** `log in as admin / …`: a user and, behind a stroke, the password. */
export function findLogin(text: string, end: number, add: Add): number {
  const line = /^[^\n]{0,200}/.exec(text.slice(end, end + 200))![0];
  if (!/\d/.test(line) || !/[/:|+]|passw?/i.test(line)) return -1;
  // `login on staging: admin / …`: what stands before the first sign may be a place.
  for (let tries = 0, from = end; tries < 3; tries++) {
    CREDENTIALS.lastIndex = from;
    const match = CREDENTIALS.exec(text);
    if (!match) return -1;
    const value = trimmed(match[2]!);
    const first = CREDENTIALS.lastIndex - match[1]!.length - match[2]!.length;
    if (isLogin(value)) {
      add(first, first + value.length, 'password');
      return first + value.length;
    }
    from = first;
  }
  return -1;
}

function isLogin(value: string): boolean {
  if (isNameOrPlaceholder(value) || isTelling(value) || isExpression(value) || /[/=]/.test(value)) return false;
  return (
    /\d/.test(value) && /[A-Za-z]/.test(value) && isMixed(value, 6) && (/[!@#$%^&*+=~?]/.test(value) || !isWords(value))
  );
}

const PHRASE = /[^\n]{0,40}?(?:[:=：]|\bis\b|—)\s{0,4}["'`“]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/y;

/** The twelve to twenty-four words from which a wallet is made. */
export function findSeed(text: string, end: number, add: Add): number {
  PHRASE.lastIndex = end;
  const match = PHRASE.exec(text);
  if (!match) return -1;
  const first = PHRASE.lastIndex - match[1]!.length;
  const count = match[1]!.split(/[ ,]+/).length;
  if (count % 3 !== 0) return -1;
  add(first, PHRASE.lastIndex, 'seed-phrase');
  return PHRASE.lastIndex;
}
