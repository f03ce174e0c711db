// Words by which a prompt goes on with what was talked of before. Short lists by hand, in lower case; other languages have to be short.

/** Begin such a prompt: `and for staging?`, `y en producción?`, `а для тестов?` */
const CUES = [
  // English
  'and|what about|how about|what if|also|same for|same with|same in|same on|same|or|but|then|plus|now for|ok and|okay and|ditto',
  // German
  'und|was ist mit|wie ist es|wie sieht es|wie sieht’s|auch|dasselbe|das gleiche|genauso|oder|aber|ebenso',
  // Spanish
  'y|e|qué hay de|que hay de|qué tal|qué pasa con|que pasa con|también|lo mismo|igual|o|pero',
  // French
  'et|qu’en est-il|quid|aussi|pareil|la même chose|même chose|idem|ou|mais',
  // Italian
  'ed|che ne è|che dire|anche|lo stesso|stessa cosa|ma|oppure',
  // Portuguese
  'que tal|também|o mesmo|mesma coisa|ou|mas|e quanto',
  // Dutch
  'en|hoe zit het|wat met|wat dacht je van|ook|hetzelfde|maar|of',
  // Russian
  'а|и|что насчёт|что насчет|как насчёт|как насчет|также|то же|тоже|или|но',
  // Turkish
  'peki|ya|ve|aynısı|veya|ama|aynı şey',
  // Arabic
  'وماذا عن|ماذا عن|وبالنسبة|بالنسبة|وفي|وعلى|أيضا|كذلك|نفس الشيء|ثم|لكن',
].join('|');

/** Begin a question that is but a part of one, of no more words than these: `on Windows?`, `für die Testumgebung?` */
const PREPOSITIONS = ' in on for with für auf mit bei en para con pour avec sur per su em com voor met op для в на с ';
const PART = 3;

/** Say when, not what. */
const WHEN =
  ' now next then jetzt nun dann danach ahora luego después maintenant après ensuite puis adesso ora poi dopo agora depois nu dan daarna ' +
  'теперь сейчас дальше потом şimdi sonra الآن بعد ';

/** Scripts without spaces: how such a prompt begins, and how it ends. */
const WIDE_BEGINS = '那么|那|还有|還有|也|同样|另外|では|じゃあ|それで|あと|また|それなら|그럼|그러면|그리고|또';
const WIDE_ENDS = '呢|の場合は|なら|だと|では|は|은요|는요|은|는|이라면';

/** Stand for what was talked of. */
const PRONOUNS =
  ' it its they them their theirs there one ones ' +
  'es sie ihn ihm dort davon dafür damit darin deren ' +
  'ello ellos ellas allí ahí esto eso elle elles ils leur leurs lui celui celle ceux y ' +
  'esso essa essi lì loro ci isso isto ele ela eles elas lá dele dela nisso disso ' +
  'het hem hen daar daarvan daarvoor ervan ervoor ' +
  'он она оно они его её их ему ей им там это этого этом тогда ' +
  'o onu onun onlar bunu bunun orada onda هو هي هم هناك ذلك له لها فيه فيها ' +
  '它 它们 那里 那裡 それ そこ あれ 그것 그거 거기 ';

/** Why a prompt may go on with what was before; undefined where it stands for itself (O-22). */
export type Why = 'cue' | 'pronoun' | 'short';

/** Less is short; a character of a script without spaces counts two. */
const SHORT = 24;

/** By hand: classes of Unicode cost a cold process a third of a millisecond. */
const SIGNS = /[\s?!.,;:()[\]"“”„«»…¿¡。？！、؟،]+/g;
const BEFORE = new RegExp(`^${SIGNS.source}`);
const BEHIND = new RegExp(`${SIGNS.source}$`);

export function whyFollows(prompt: string): Why | undefined {
  const text = prompt.trim().toLowerCase().replaceAll("'", '’').replace(BEFORE, '').replace(BEHIND, '');
  if (text === '') return undefined;
  const words = ` ${text.replace(SIGNS, ' ')} `;
  const begins = (cue: string) => words.startsWith(` ${cue} `);
  const list = words.trim().split(' ');
  // `and now?`
  if (
    list.every((word) => WHEN.includes(` ${word} `) || begins(word)) &&
    list.some((word) => WHEN.includes(` ${word} `))
  )
    return undefined;
  if (CUES.split('|').some(begins)) return 'cue';
  if (list.length > 1 && list.length <= PART && PREPOSITIONS.includes(` ${list[0]} `)) return 'cue';
  if (WIDE_BEGINS.split('|').some((cue) => text.startsWith(cue))) return 'cue';
  if (isWide(text.charCodeAt(text.length - 1)) && WIDE_ENDS.split('|').some((cue) => text.endsWith(cue))) return 'cue';
  if (
    words
      .trim()
      .split(' ')
      .some((word) => PRONOUNS.includes(` ${word} `))
  )
    return 'pronoun';
  let length = 0;
  for (let i = 0; i < text.length; i++) length += isWide(text.charCodeAt(i)) ? 2 : 1;
  return length < SHORT ? 'short' : undefined;
}

/** Han, kana, Hangul. */
function isWide(c: number): boolean {
  return c >= 0x3040 && c < 0xd7b0;
}
