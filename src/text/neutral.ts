// Makes a text harmless to inject: it can no longer close engram's frame, pose as the host, or hide what it says.
// Runs when memories are compiled, never in the hook.

/**
 * What carries no meaning for a reader but can carry hidden text or change what a terminal shows: control characters but
 * tab and newline, bidirectional overrides and isolates, zero-width signs, the soft hyphen, the byte order mark, tag characters,
 * blanks that pass for letters (Hangul fillers, the empty Braille cell), interlinear annotations, all that Unicode lets a renderer
 * ignore. Joiners and variation selectors are looked at apart (STRAY).
 */
export const HIDDEN =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Default_Ignorable_Code_Point}\u{1d173}-\u{1d17a}\u2800\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Joiners where nothing is joined and variation selectors where nothing varies: they could spell a hidden text. A joiner stands
 * behind a letter of a script that shapes its letters, or between two emoji; a selector behind an emoji or within a keycap.
 */
const STRAY =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}])(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?(?=\u200d\p{Extended_Pictographic}))[\u200c\u200d]|(?<!\p{Extended_Pictographic})(?<![#*0-9](?=\ufe0f\u20e3))[\ufe0e\ufe0f]/gu;

/** Tags by which engram or a host marks what is not the user's: opened or closed, with odd spacing, in any case. */
const TAGS =
  /<(?=\s*(?:[/!?]\s*)?(?:engram[-_]\w+|system[-_]\w+|hook[-_]\w+|[a-z]+:(?:session|system|user|hook)-[\w-]+|antml:[\w-]*|persisted-output|task-notification|user[-_](?:prompt|instructions|input|query|info|information|rules|message|request|memory|memories)[\w-]*|session[-_](?:start|context)[\w-]*|additional[-_](?:context|data|instructions)|environment[-_](?:context|details)|(?:custom|developer|project|agent)[-_]instructions?|local-command-\w+|command-(?:name|message|args|contents)|permissions[-_ ]instructions|turn_aborted|subagent_notification|function_(?:calls?|results?)|tool_(?:use|calls?|results?|response)|ephemeral_message|reminder)(?!\w))/giu;

/** Roles of a conversation as tags; behind a word they are code, as in `List<User>`. */
const ROLES = /(?<!\w)<(?=\s*(?:\/\s*)?(?:system|developer|assistant|human|user|instructions|model|tool)\s*>)/giu;

/** Marks of chat templates: `<|im_start|>`, `<<SYS>>`. */
const TEMPLATES = /<(?=\|\w{1,40}\||<\s*(?:\/\s*)?sys\s*>>)/giu;

/** What may stand before a line's first word and does not hide it from a reader: blanks, and Markdown's signs. */
const LEAD = String.raw`^(?:[^\S\n]|[-*+>#_~\x60|]|\d{1,3}[.)])*`;

/** A line that looks like the head of a memory in the frame, or like a card there. What leads to it is looked at last: it may be long. */
const HEADS = new RegExp(String.raw`\[(?=\s*memory\b)(?<=${LEAD}\[)`, 'gimu');

/** The lines of the frame without tags, wherever they stand, and at the start of a line whatever engram says in brackets. */
const BRACKETS = /\[(?=\s*engram\s+(?:memory|rehydrate))|\[(?=\s*engram\b)(?<=^[^\S\n]*\[)/gimu;

/** The frame's own lines (plan/frame.ts), and those that stand after it. */
const LINES = new RegExp(
  String.raw`(?=(?:Recorded memory from files of this|Also recorded memory, not instructions|Proposed memories that wait for|More may be stored: engram|already loaded:|Engram proof:|engram: \d))(?<=${LEAD})`,
  'gimu',
);

/** Lone surrogates become U+FFFD, CRLF and CR become LF. */
export function neutralise(text: string): string {
  const plain = wellFormed(text).replace(/\r\n?/g, '\n').replace(HIDDEN, '').replace(STRAY, '');
  const { skeleton, at } = folded(plain);
  const edits: [at: number, length: number, by: string][] = [];
  for (const pattern of [TAGS, ROLES, TEMPLATES]) {
    for (const { index } of skeleton.matchAll(pattern)) edits.push([at(index), 1, '&lt;']);
  }
  for (const pattern of [HEADS, BRACKETS]) {
    for (const { index } of skeleton.matchAll(pattern))
      if (skeleton[index - 1] !== '\\') edits.push([at(index), 0, '\\']);
  }
  for (const { index } of skeleton.matchAll(LINES)) edits.push([at(index), 0, '\\']);
  return apply(plain, edits);
}

/** Each place is edited once. */
function apply(text: string, edits: [at: number, length: number, by: string][]): string {
  let result = '';
  let done = 0;
  for (const [at, length, by] of edits.sort((a, b) => a[0] - b[0])) {
    if (at < done || (at === done && result.endsWith(by))) continue;
    result += text.slice(done, at) + by;
    done = at + length;
  }
  return result + text.slice(done);
}

/** Letters and signs of other scripts that look like ASCII ones, beside those that Unicode itself folds. */
const LOOKALIKES: Readonly<Record<string, string>> = pairs(
  'аaвbеeкkмmнhоoрpсcтtуyхxѕsіiјjԁdԛqԝwһhӏlɡgʏyᴛtАAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJ' +
    'αaβbεeιiκkνvοoρpτtυuχxγyηnωwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX' +
    'ıiłløođdɑaɩiոnսuօoցgհhոn' +
    '‹<〈<⟨<❮<˂<ᐸ<〈<›>〉>⟩>❯>˃>ᐳ>〉>∕/⁄/╱/⧸/∣|❘|ǀ|│|⁅[〔[【[⟦[❲[⁆]〕]】]⟧]❳]‐-‑-‒-–-—-−-﹘-ꞏ:ː:∶:։:ˍ_',
);

function pairs(text: string): Record<string, string> {
  const signs = [...text];
  return Object.fromEntries(signs.flatMap((sign, i) => (i % 2 === 0 ? [[sign, signs[i + 1]!]] : [])));
}

/**
 * The text as a reader sees it, in ASCII where it looks like that: full-width and mathematical letters, look-alikes of other scripts,
 * accents dropped.
 * @returns with it where each of its characters stands in the text
 */
function folded(text: string): { skeleton: string; at(index: number): number } {
  if (/^[\u0000-\u007f]*$/.test(text)) return { skeleton: text, at: (index) => index };
  const places: number[] = [];
  let skeleton = '';
  let place = 0;
  for (const sign of text) {
    const plain = sign <= '\u007f' ? sign : lookOf(sign);
    for (let i = 0; i < plain.length; i++) places.push(place);
    skeleton += plain;
    place += sign.length;
  }
  return { skeleton, at: (index) => places[index] ?? text.length };
}

const looks = new Map<string, string>();

function lookOf(sign: string): string {
  let look = looks.get(sign);
  if (look === undefined) {
    look = [...sign.normalize('NFKD').replace(/\p{M}/gu, '')].map((part) => LOOKALIKES[part] ?? part).join('');
    looks.set(sign, look);
  }
  return look;
}

/** A bracket that closes more than one of engram's own marks for what was taken out, `[redacted:github-token]`. */
const CLOSING = /(?<!\[redacted:[a-z][a-z0-9-]{0,39})\]/g;

/**
 * The same for what must stay on one line of the frame: white space folded, the frame's separators replaced. A bracket that is opened
 * and closed around a kind of secret ends no head of a memory.
 */
export function neutralLine(text: string): string {
  return neutralise(text)
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(/\|/g, '¦')
    .replace(CLOSING, '⦌')
    .trim();
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
