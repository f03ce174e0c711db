// Function words by language: they vote on the language of a Latin text, and are dropped from queries (never from documents).
// About sixty to eighty a language, lower case, accents folded. The English list holds no word that a developer uses with a meaning of
// its own (up, off, all, with, not, no, between): dropping those cost a point of recall on developer notes.
import { spelled } from './scripts.ts';
import type { StemLanguage } from './stem.ts';

export type LatinLanguage = Exclude<StemLanguage, 'ru' | 'ar'>;

/** The languages of Latin script, in the order of their bits, and their letters in the table below. */
const LATIN: readonly LatinLanguage[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr'];
const LETTERS_OF_LANGUAGES = 'EDFSIPNTQ';
/** Q: votes for English, but means something to a developer (`--no-verify`, `up`, `all`) and stays in the query. */
const ENGLISH_CONTENT = 256;

/** Function words by their first letter, each followed by the letters of its languages. */
const FUNCTION_WORDS: Record<string, string> = {
  a: ' aEFSIP aanN abbiamoI aberD aboutE addQ afterQ agliI aiFI alSIN allQ allaI alleI alloI alsDN alsoE amED amaT anED ancheI andE anyE aoP aosP aquelaP aqueleP areE asEFP atE ateP auF auchD aufD ausD aussiF auxF avaitF avecF avevaI avoirF ',
  b: ' banaT beE beenE beforeQ beiD beimD beingE benNT beniT benimT bentN betweenQ bijN birT bisD bitteD bizT bizeT bizimT bothQ buT byE ',
  c: ' cF caF canE cantE ceF celaF cesF cetF cetteF cheI chezF chiI ciI cokT comP combienF comeI commeF commentF comoSP conSI cosaI couldE cualS cualesS cuandoS cuantaS cuantasS cuantoS cuantosS cuiI cuyoS ',
  d: ' dF daDIPT daarN dahaT daiI dalI dallaI danNT dannD dansF darfD dasDP dassD datN deFSPNT debeS debenS deboS degilT degliI deiI deinD delSI dellaI delleI delloI demD denDT dennD derD desDF desdeS deveIP devemosP devoIP dezeN diI dichD didE didntE dieDN dirDT ditN doEP dobbiamoI dochD doesE doesntE doisF doitF doncF dondeS dontEF doorN dosP doveI duDF durchD ',
  e: ' eSIP eachQ edI eenN einD eineD einemD einenD einerD einesD elS elaP elasP eleP elesP ellaS ellasS elleF ellesF ellosS emP enFSNT entreSP erDN eraSIP eramP eranS eranoI esDS esaS esasS eseS esoS esosS essaP esseP essereI estF estaSP estabaS estanS estaoP estasS estavaP esteSP estoS estosS etF etaientF etaitF eteF etreF euP euchD ',
  f: ' faitF fakatT fautF foiP forE foramP fraI fromE fueS fueronS furD ',
  g: ' geenN gibiT gliI goreT ',
  h: ' haSIP haarN habenD habiaS hadEN hanS hangiT hangileriT hangisiT hannoI hasE hastaS hatD hatteD haveE hayS heES hebbenN heeftN hemNT herET hereE hetN hierDN hijN himE hisE hoI hoeN hoeveelN howE hunN ',
  i: ' iEI ichD icinT idE idiT ifE ihrD ihreD ihrenD ikN ilFI ileT illE ilsF imED inEDIN intoE ioI isEN iseT isntE issoP istD istoP itE itsE iveE ',
  j: ' jF jaP jeFN jijN jouwN jullieN justE ',
  k: ' kacT kaciT kadarT kanN kannD keinD keineD kiT kimT kimdirT kimiT kiminT konnenD kunnenN ',
  l: ' lFI laFSI laquelleF lasS leFSI leiI lequelF lesFS letsE leurF leursF lheP likeQ loSI loroI losS luiFI ',
  m: ' mF maFI maarN magN maisFP makeQ malD manD masSP mayE meEFSPN meinD meineD mesF metN meuP miSIT miaI michD mightE mijN mijnN minhaP mioI mirD misS mitD moetN moetenN monF moreQ muT muitoP mussD mussenD mustE muyS myE ',
  n: ' naP naarN nachD naoP nasP nasilT neFIT nedenT nedirT needQ neiI nelI nelerdirT nellaI nelleI nelloI neredeT neredenT nereyeT newQ neyiT nichtD nicinT nietN niyeT noSPQ nochD nogN noiI nonI nosFSP nosotrosS nossaP nossoP nostraI nostroI notQ notreF nousF nuestraS nuestroS nurD ',
  o: ' oSIPT obD oderD ofEN offQ olanT olarakT olduT olupT olurT omN onEF onaT onceT ondeP onderN onlarT onlarinT onlyQ onsN ontF onuT onunT onzeN ookN opN orE osP otherQ ouFP ourE outQ overN ',
  p: ' parF paraSP pasF pelaP pelasP peloP pelosP perI percheI peroS peutF peuxF piuI pleaseE plusF podeP podemP porSP porqueSP possoIP pourF pourquoiF puedeS puedenS puedoS puoI ',
  q: ' quF quaisP qualP qualeI qualiI quandF quandoIP quantasP quanteI quantiI quantoIP quantosP queFSP quelF quellaI quelleF quellesF quelliI quelloI quelsF quemP questaI questeI questiI questoI quiF quienS quienesS quoiF ',
  s: ' sEF saF sameQ sanaT sansF saoP schonD seFSIP segunS seinD seineD semP senT seniT seninT serSP sesF seuP seusP shallE sheE shouldE siFSI sichD sidoSP sieD sinS sindD sizT sizinT soEDP sobreSP sollD sollenD someE sonFS sonoI sonraT sontF sousF stataI statoI suSIT suaIP suasP suchQ sulI sullaI suoI suoiI surF susS ',
  t: ' tEF taF tambemP tambienS tarafindanT teFSPN temP tesF thanE thatE theE theirE themE thenE thereE theseE theyE thisE thoseE tiI tinhaP toE toeN tonF tooE totN tousF toutF traI tuFSIP tuoI tusS ',
  u: ' uSN uberD uitN umDP umaP umasP unFSI unaSI unasS undD uneF unoI unosS unsDP unserD unsereD unterD upQ usE useQ uzereT ',
  v: ' vanN varT veT versF veryQ veyaT viI voceP vocesP voiI vomD vonD voorN vosF votreF vousF ',
  w: ' waarN waaromN wannD wanneerN wantQ warD warenDN warumD wasEDN watN weEN weilD welcheD welchenD welcherD welchesD welkeN wemD wenD wennD werD werdN werdenDN wereE weshalbD whatE whenE whereE whichE whoE whomE whoseE whyE wieDN wiesoD wijN wilN willE wirD wirdD withQ woD wofurD womitD wontE wordenN wordtN wouldE wurdeD wurdenD ',
  y: ' yFS yaST yoS yokT youE yourE ',
  z: ' zalN zamanT zeN zijN zijnN zoN zouN zuD zullenN zumD zurD ',
};

/** Russian and Arabic, spelled in ASCII (scripts.ts). */
const CYRILLIC =
  ' i w wo ne ~to on na q s so kak a to wse ona tak ego no da ty k u ve wy za by po ee e# mne bylo wot ot menq o iz emu ' +
  'kogda dave nu li esli ili ni bytx byl nego do was uv tam potom sebq ej oni tut gde estx nej dlq my tebq ih ~em byla ' +
  'sam ~tob ~toby budto raz tove sebe pod budet togda kto |tot |togo |ta |ti |to kakoj kakaq kakie kakoe kakih kakom ' +
  'kaku` kakim kotoryj kotoraq kotorye kotoroe kotorogo kotoroj kotoryh po~emu za~em kuda otkuda skolxko ~ej ~xq ~xi pri ' +
  'ob pro nam nas na{ na{a na{i moj moq moi swoj swo` swoi li{x movno nado nuvno byli takve ta tu te tot toj togo tom tem ' +
  'ne# nee nem nim nih e}# e}e tolxko ';

const ARABIC =
  ' mn fy ElY IlY AlY En mE h*A h*h *lk tlk hw hy hm OnA AnA nHn Ont Ant mA mA*A mtY Oyn Ayn kyf lmA*A km hl Oy Ay Oyp ' +
  'Al*y Alty Al*yn All*yn On An In kAn kAnt ykwn tkwn qd lqd lA lm ln lys vm Ow Aw bl lkn kl bED byn bEd qbl End HtY mn* ' +
  'Hwl xlAl Dd dwn gyr bh bhA fyh fyhA lh lhA lhm mnh mnhA Elyh ElyhA kmA wmA wmn wfy bmA mmA fmA ';

/**
 * CJK pairs that questions and polite requests are made of; dropped from a query unless nothing else is left. Those that overlap are
 * written as one: any two characters that stand side by side here are a pair.
 */
const CJK =
  ' 怎么样 怎样 如何时 为什么是谁是否 为何ですから 哪个 哪些 哪里 哪儿 哪一下されたのは 哪年 哪位 多少 几个 的是什麼樣 了什 有什 可以 请问 我们 你们 他们 这个 那个 这里 那里 怎麼 怎樣 為什 為何が 哪個 哪裡 ' +
  '幾個 是誰が 我們 這個 那個 請問 ったいるのが ないた なには 何を 何とは 何に ある そのを それる あのか より などこの どの どれ どうした どん これ 誰でしまする なぜ われ もの こといつ ようか 무엇을 엇인가 ' +
  '누구 어디 어떻게 어떤 언제 얼마 하는지 입니까 습니다 있는 하나요 은요 세요 해요 했나는 우리 이것 그것 ましていくつ しょ くだれ ださいう いません までは ';

/** The bits of the languages that a word (lower case, folded) is a function word of: 1 English, 2 German, … as LATIN lists them. */
export function languageBits(word: string): number {
  const list = FUNCTION_WORDS[word[0] ?? ''];
  let at = list === undefined ? -1 : list.indexOf(` ${word}`);
  if (at < 0) return 0;
  let bits = 0;
  // Capitals sort before small letters, so a word comes before the longer ones that begin with it.
  for (at += word.length + 1; list![at] !== ' '; at++) {
    const language = LETTERS_OF_LANGUAGES.indexOf(list![at]!);
    if (language < 0) return 0;
    bits |= 1 << language;
  }
  return bits;
}

/** The bit of a language in `languageBits`. */
export function bitOf(language: LatinLanguage): number {
  return 1 << LATIN.indexOf(language);
}

/** Whether a Cyrillic or Arabic word or a CJK pair carries no subject. */
export function isOtherFunctionWord(word: string): boolean {
  const first = word.charCodeAt(0);
  if (first >= 0xe00) return word.length > 1 && CJK.includes(word);
  return (first < 0x530 ? CYRILLIC : ARABIC).includes(` ${spelled(word)} `);
}

/** What speaks for English before a word is read: the texts are developers', and a lone `in` or `is` is three languages'. */
const ENGLISH_FIRST = 0.34;
/** The least share of a text's words that must be another language's function words: prose has a third, code a few by accident. */
const LEAST_SHARE = 0.06;
/** What a letter such as ñ counts, against a word's one. */
const LETTER_VOTE = 0.5;

/**
 * The languages of a Latin text by the `languageBits` of its words (repeats count), likeliest first. A word that several
 * languages share gives each its part of one vote. English is not named: its stems are always made. Empty
 * where nothing speaks for another language, at most two where two are close.
 *
 * @param letters words with letters beyond ASCII, joined: they speak for short texts without any function word.
 */
export function voteLanguages(words: readonly number[], letters: string): LatinLanguage[] {
  const votes = LATIN.map(() => 0);
  const count = (bits: number, vote: number) => {
    const share = vote / bitCount(bits);
    for (let i = 0; i < votes.length; i++) if (bits & (1 << i)) votes[i]! += share;
    if (bits & ENGLISH_CONTENT) votes[0]! += share;
  };
  for (const bits of words) if (bits !== 0) count(bits, 1);
  for (const letter of letters) {
    const bits = letter > '\x7f' ? letterBits(letter) : 0;
    if (bits !== 0) count(bits, LETTER_VOTE);
  }
  const best = Math.max(...votes);
  if (best < LEAST_SHARE * words.length || best < votes[0]! + ENGLISH_FIRST) return [];
  const named: [LatinLanguage, number][] = [];
  for (let i = 1; i < votes.length; i++) if (votes[i]! >= CLOSE * best) named.push([LATIN[i]!, votes[i]!]);
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
  for (const [language, letters] of LETTERS) if (letters.includes(letter)) bits |= bitOf(language);
  return bits;
}

function bitCount(bits: number): number {
  let n = 0;
  for (let b = bits; b; b &= b - 1) n++;
  return n;
}
