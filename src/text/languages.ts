// Function words by language: they vote on the language of a Latin text, and are dropped from queries (never from documents).
// About sixty to eighty a language, lower case, accents folded. The English list holds no word that a developer uses with a meaning of
// its own (up, off, all, with, not, no, between): dropping those cost a point of recall on developer notes.
import type { StemLanguage } from './stem.ts';

export type LatinLanguage = Exclude<StemLanguage, 'ru' | 'ar'>;

const LATIN: readonly (readonly [LatinLanguage, string])[] = [
  [
    'en',
    'a an the and or of to in on at is are was were be been being am it its this that these those there here i me my we us our you your he him his she her they them their ' +
      'do does did has have had can could should would shall will may might must what which who whom whose when where why how as by for from if then so than too ' +
      'about into s t im ive id ill dont doesnt didnt isnt cant wont lets please also any some just',
  ],
  [
    'de',
    'der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren wird werden wurde wurden sein hat haben hatte ich du er sie es wir ihr ' +
      'mich mir dich dir uns euch sich mein meine dein unser unsere sein seine ihre ihren was wer wem wen wie wo wann warum wieso weshalb welche welcher welches welchen womit wofur ' +
      'von vom zu zum zur mit nach bei beim fur auf aus an am im in um uber unter durch als auch noch nur schon denn dann dass ob wenn weil man kann konnen soll sollen muss mussen darf bitte hier da so bis doch mal',
  ],
  [
    'fr',
    'le la les l un une des du de d au aux et ou mais donc ne pas est sont etait etaient etre ete a ont avait avoir ai as je j tu il elle on nous vous ils elles me m te t se s lui leur leurs ' +
      'mon ma mes ton ta tes son sa ses notre nos votre vos ce c cet cette ces cela ca qui que qu quoi quel quelle quels quelles quand ou comment pourquoi combien dont dans en sur sous par pour avec sans chez ' +
      'vers plus y si comme tout tous faut peut peux doit dois fait quelle lequel laquelle aussi',
  ],
  [
    'es',
    'el la los las lo un una unos unas y e o u pero no de del al a en con por para sin sobre entre hasta desde es son era eran fue fueron ser sido esta estan estaba hay ha han habia he ' +
      'yo tu el ella nosotros ellos ellas me te se nos le les mi mis tu tus su sus nuestro nuestra que quien quienes cual cuales cuando donde como cuanto cuantos cuanta cuantas porque por si ya mas ' +
      'muy tambien este esta esto estos estas ese esa eso esos esas puedo puede pueden debo debe deben cuyo segun',
  ],
  [
    'it',
    'il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel nello nella nei nelle con su sul sulla per tra fra e ed o ma non ' +
      'e sono era erano essere stato stata ha hanno ho abbiamo aveva io tu lui lei noi voi loro mi ti si ci vi lo ne mio mia tuo suo sua suoi nostro nostra che chi cui cosa quale quali quando dove come perche quanto ' +
      'quanti quante se anche piu questo questa questi queste quello quella quelli posso puo devo deve dobbiamo',
  ],
  [
    'pt',
    'o a os as um uma uns umas de do da dos das em no na nos nas ao aos pelo pela pelos pelas por para com sem sobre entre ate e ou mas nao que se como mais muito tambem ' +
      'e sao era eram foi foram ser sido esta estao estava ha tem tinha eu tu ele ela nos eles elas voce voces me te lhe meu minha seu sua seus suas nosso nossa quem qual quais quando onde porque ' +
      'quanto quantos quantas este esta isto isso esse essa aquele aquela posso pode podem devo deve devemos ja so',
  ],
  [
    'nl',
    'de het een en of maar niet geen is zijn was waren wordt worden werd werden ben bent heeft hebben had ik jij je hij zij ze wij we jullie u mij me hem haar ons hun mijn jouw zijn onze ' +
      'dit dat deze die wie wat welke waar wanneer waarom hoe hoeveel van voor met naar bij op uit aan in om over onder door tot als ook nog maar al dan er te toe kan kunnen moet moeten mag zal zullen zou wil hier daar zo',
  ],
  [
    'tr',
    've veya ya da de ama fakat ile icin gibi kadar gore bir bu su o ben sen biz siz onlar benim senin onun bizim sizin onlarin bana sana ona bize beni seni onu ne nedir neyi neden nicin niye nasil nerede nereye nereden ' +
      'kim kimin kimi hangi hangisi kac kaci zaman mi mu var yok degil daha en cok her hem ki ise olan olarak olan olup oldu olur idi dir dan den sonra once uzere tarafindan hangileri nelerdir kimdir',
  ],
];

const CYRILLIC =
  'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее её мне было вот от меня о из ему когда даже ну ли если или ни быть был него до вас уж там потом себя ей они тут где есть ' +
  'ней для мы тебя их чем была сам чтоб чтобы будто раз тоже себе под будет тогда кто этот этого эта эти это какой какая какие какое каких каком какую каким который которая которые которое которого ' +
  'которой которых почему зачем куда откуда сколько чей чья чьи при об про нам нас наш наша наши мой моя мои свой свою свои лишь можно надо нужно были также ' +
  'та ту те тот той того том тем него неё нее нем ним них ещё еще только';

const ARABIC =
  'من في على إلى الى عن مع هذا هذه ذلك تلك هو هي هم أنا انا نحن أنت انت ما ماذا متى أين اين كيف لماذا كم هل أي اي أية من الذي التي الذين اللذين أن ان إن كان كانت يكون تكون قد لقد لا لم لن ليس ثم أو او بل لكن كل بعض ' +
  'بين بعد قبل عند حتى منذ حول خلال ضد دون غير التي به بها فيه فيها له لها لهم منه منها عليه عليها كما لماذا وما ومن وفي بما مما فما';

/** CJK pairs that questions and polite requests are made of; dropped from a query unless nothing else is left. */
const CJK =
  '什么 怎么 么样 怎样 如何 为什 为何 哪个 哪些 哪里 哪儿 哪一 哪年 哪位 多少 几个 是谁 是否 是什 么是 的是 了什 有什 可以 请问 一下 我们 你们 他们 这个 那个 这里 那里 谁是 何时 ' +
  '什麼 怎麼 麼樣 怎樣 為什 為何 哪個 哪裡 幾個 是誰 我們 這個 那個 請問 ' +
  'です ます でし した しま まし ませ ます せん すか です った ました ない なに 何で 何が 何を 何と 何に どこ どの どれ どう どん うし して する され れた れる いる てい いた ある この その それ これ あの から まで より など ' +
  'とは では には のは のが のを のか だれ 誰が 誰で いつ いく くつ なぜ とい いう われ もの こと たの るの いま うか たい しょ よう くだ ださ さい 下さ ' +
  '무엇 엇을 엇인 누구 어디 어떻 떻게 어떤 언제 얼마 하는 입니 니까 인가 습니 니다 있는 하나 나요 은요 는지 세요 해요 했나 나는 우리 이것 그것';

const BIT: Record<LatinLanguage, number> = { en: 1, de: 2, fr: 4, es: 8, it: 16, pt: 32, nl: 64, tr: 128 };

let latin: Map<string, number> | undefined;
let others: Set<string> | undefined;

/** word → bits of the languages it is a function word of. Built on first use: a session-start needs none of it. */
function latinWords(): Map<string, number> {
  if (latin) return latin;
  latin = new Map();
  for (const [language, words] of LATIN) {
    const bit = BIT[language];
    for (const word of words.split(' ')) latin.set(word, (latin.get(word) ?? 0) | bit);
  }
  return latin;
}

/** Whether a Latin word (lower case, folded) is a function word of one of the languages. */
export function isLatinFunctionWord(word: string, languages: readonly LatinLanguage[]): boolean {
  const bits = latinWords().get(word);
  if (bits === undefined) return false;
  for (const language of languages) if (bits & BIT[language]) return true;
  return false;
}

/** Whether a Cyrillic or Arabic word or a CJK pair carries no subject. */
export function isOtherFunctionWord(word: string): boolean {
  others ??= new Set(`${CYRILLIC} ${ARABIC} ${CJK}`.split(' '));
  return others.has(word);
}

/** What speaks for English before a word is read: the texts are developers', and a lone `in` or `is` is three languages'. */
const ENGLISH_FIRST = 0.34;
/** The least share of a text's words that must be another language's function words: prose has a third, code a few by accident. */
const LEAST_SHARE = 0.06;
/** What a letter such as ñ counts, against a word's one. */
const LETTER_VOTE = 0.5;

/**
 * The languages of a Latin text by its function words (lower case, folded; repeats count), likeliest first. A word that several
 * languages share gives each its part of one vote; single letters have none. English is not named: its stems are always made. Empty
 * where nothing speaks for another language, at most two where two are close.
 *
 * @param letters words with letters beyond ASCII, joined: they speak for short texts without any function word.
 */
export function voteLanguages(words: readonly string[], letters: string): LatinLanguage[] {
  const table = latinWords();
  const votes = LATIN.map(() => 0);
  const count = (bits: number, vote: number) => {
    const share = vote / bitCount(bits);
    for (let i = 0; i < votes.length; i++) if (bits & (1 << i)) votes[i]! += share;
  };
  for (const word of words) {
    const bits = word.length > 1 ? table.get(word) : undefined;
    if (bits !== undefined) count(bits, 1);
  }
  for (const letter of letters) {
    const bits = letter > '\x7f' ? letterBits(letter) : 0;
    if (bits !== 0) count(bits, LETTER_VOTE);
  }
  const best = Math.max(...votes);
  if (best < LEAST_SHARE * words.length || best < votes[0]! + ENGLISH_FIRST) return [];
  const named: [LatinLanguage, number][] = [];
  for (let i = 1; i < votes.length; i++) if (votes[i]! >= CLOSE * best) named.push([LATIN[i]![0], votes[i]!]);
  named.sort((a, b) => b[1] - a[1]);
  return named.slice(0, 2).map(([language]) => language);
}

/** How close a second language must come to be named, too. */
const CLOSE = 0.75;
/** Letters beyond ASCII that only some of the languages write. */
const LETTERS: readonly (readonly [LatinLanguage, string])[] = [
  ['de', 'äöüß'],
  ['fr', 'çàèùêôîœéâû'],
  ['es', 'ñáéíóú'],
  ['it', 'àèìòùé'],
  ['pt', 'ãõçáéíóúêôâ'],
  ['tr', 'şğıöüç'],
];

function letterBits(letter: string): number {
  let bits = 0;
  for (const [language, letters] of LETTERS) if (letters.includes(letter)) bits |= BIT[language];
  return bits;
}

function bitCount(bits: number): number {
  let n = 0;
  for (let b = bits; b; b &= b - 1) n++;
  return n;
}
