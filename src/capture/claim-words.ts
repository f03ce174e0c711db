// The words of a sentence that say something, in order, each affirmed or denied. Cold.
import { queryTerms } from '../text/terms.ts';

export interface Word {
  /** Its stem. */
  term: string;
  /** It stands behind a "not", an "instead of", a "never". */
  denied: boolean;
  /** Nearly every instruction has it: `use`, `run`, `must`. */
  common: boolean;
}

export interface Claim {
  words: Word[];
  /** All words as they are written, with their signs, but for courtesy and what every instruction has. */
  tokens: string[];
}

/** Denies what stands behind it, to the end of the clause. */
const DENIES =
  /(?<![\p{L}\p{N}])(?:not|never|no longer|no|don['’]t|doesn['’]t|mustn['’]t|isn['’]t|aren['’]t|can['’]t|cannot|without|instead of|rather than|over|avoid|stop|forbidden|não|nem|non|nicht|nie(?:mals)?|kein\p{L}*|statt|anstelle|anstatt|ohne|sin|nunca|jamás|en lugar de|en vez de|pas|jamais|sans|au lieu de|plutôt que|не|никогда|нельзя|вместо|без|запрещ\p{L}*|لا|لم)(?![\p{L}\p{N}])|而不是|不是|不要|不用|不能|不得|禁止|严禁|别|不|อย่า|ไม่/giu;

/** Denies what stands before it in the clause (Japanese, Korean, Turkish say it behind). */
const DENIED_BEFORE = /ではなく|じゃなくて|でなく|の代わりに|のかわりに|しない|ません|禁止|지 마|하지 않|말고/u;

const CLAUSES = /[.;:!?。；：！？\n]+|,|，|、|\s[-–—]\s|\s(?:but|and use|sondern|sino|mais|но|а)\s/u;

/** Stems that say how something is said and not what, in the languages of the extractor. */
const COMMON = new Set(
  (
    'use utiliz must should shall need have alway pleas make sure ensur we our us you your all everi each onli keep put run set do be go get in on at for to of with by ' +
    'nutz verwend benutz imm muss mussen soll sollen bitt wir uns alle jed nur mach ' +
    'usa usar utiliz siempr deb hay que tod solo favor nosotr ' +
    'utilis toujour doit faut tout seul on nous ' +
    'использ всегд должн нужн все кажд тольк мы наш'
  ).split(' '),
);
/** The same in scripts without spaces, as pairs of characters. */
const COMMON_WIDE = new Set(
  '我们 使用 必须 请用 都要 一律 所有 总是 ます です して くだ ださ さい こと する 必ず 常に'.split(' '),
);

/** A text read as one claim. */
export function claimOf(text: string): Claim {
  const words: Word[] = [];
  const seen = new Set<string>();
  for (const { clause, denied } of clausesOf(text)) {
    for (const { term, weight, extra, idle } of queryTerms(clause)) {
      if (weight < 1 || extra || idle || NEGATIONS.test(term)) continue;
      if (seen.has(term)) continue;
      seen.add(term);
      words.push({ term, denied, common: COMMON.has(term) || COMMON_WIDE.has(term) });
    }
  }
  return { words, tokens: tokensOf(text) };
}

/** The claims of a Markdown text, one for each sentence and each item of a list. */
export function claimsOf(body: string): Claim[] {
  return body
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((sentence) => claimOf(sentence.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s*/, '')))
    .filter(({ words }) => words.length > 0);
}

/** A term that is itself a "not". */
const NEGATIONS =
  /^(?:not|never|dont|doesnt|mustnt|nicht|nie|niemal|statt|instead|rather|sin|nunc|jam|pas|sans|не|никогд|вмест|不要|不是|而不|不用)$/;

function clausesOf(text: string): { clause: string; denied: boolean }[] {
  const out: { clause: string; denied: boolean }[] = [];
  for (const clause of text.split(CLAUSES)) {
    if (!clause.trim()) continue;
    const before = DENIED_BEFORE.exec(clause);
    if (before) {
      out.push({ clause: clause.slice(0, before.index), denied: true });
      const rest = clause.slice(before.index + before[0].length);
      if (rest.trim()) out.push({ clause: rest, denied: false });
      continue;
    }
    let from = 0;
    let denied = false;
    for (const match of clause.matchAll(DENIES)) {
      if (match.index > from) out.push({ clause: clause.slice(from, match.index), denied });
      from = match.index + match[0].length;
      denied = !denied || out.length === 0;
    }
    out.push({ clause: clause.slice(from), denied });
  }
  return out;
}

const COURTESY = new Set(['please', 'bitte', 'пожалуйста', 'the', 'a', 'an', 'that']);

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[\s,;。，、；]+/u)
    .map((token) => token.replace(/^["'`“”„«»(]+|["'`“”„«»).:!]+$/gu, ''))
    .filter((token) => token !== '' && !COURTESY.has(token));
}
