// Function words by language: they vote on the language of a Latin text, and are dropped from queries (never from documents).
// About sixty to eighty a language, lower case, accents folded. The English list holds no word that a developer uses with a meaning of
// its own (up, off, all, with, not, no, between): dropping those cost a point of recall on developer notes.
import { isHiragana } from './scripts.ts';
import type { StemLanguage } from './stem.ts';
import { wideWords } from './wide.ts';

export type LatinLanguage = Exclude<StemLanguage, 'ru' | 'ar'>;

/** The languages of Latin script, in the order of their bits, and their letters in the table below. */
const LATIN: readonly LatinLanguage[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr'];
const LETTERS_OF_LANGUAGES = 'EDFSIPNTQ';
/** Q: votes for English, but means something to a developer (`--no-verify`, `up`, `all`) and stays in the query. */
const ENGLISH_CONTENT = 256;

/** Function words by their first letter, without it, each followed by the letters of its languages. */
const FUNCTION_WORDS: Record<string, string> = {
  a: ' EFSIP anN berD boutE ddQ fterQ gliI iFI lSIN llQ llaI lleI lloI lsDN lsoE mED maT nED ncheI ndE nyE oP osP quelaP queleP reE sEFP tE teP uF uchD ufD usD ussiF uxF vaitF vecF vevaI voirF ',
  b: ' anaT eE eenE eforeQ eiD eimD eingE enNT eniT enimT entN etweenQ ijN irT isD itteD izT izeT izimT othQ uT yE ',
  c: ' F aF anE antE eF elaF esF etF etteF heI hezF hiI iI okT omP ombienF omeI ommeF omoSP onSI osaI ouldE ualS ualesS uandoS uantaS uantasS uantoS uantosS uiI uyoS ',
  d: ' F aDIPT aarN ahaT aiI alI allaI anNT annD ansF arfD asDP assD atN eFSPNT ebeS ebenS eboS egilT egliI eiI einD elSI ellaI elleI elloI emD enDT ennD erD esDF esdeS eveIP evoIP ezeN iI ichD idE idntE ieDN irDT itN oEP ochD oesE oesntE oisF oitF oncF ondeS ontEF oorN osP oveI uDF urchD ',
  e: ' SIP achQ dI enN inD ineD inemD inenD inerD inesD lS laP lasP leP lesP llaS llasS lleF llesF llosS mP nFSNT ntreSP rDN raSIP ramP ranS ranoI sDS saS sasS seS soS sosS ssaP sseP ssereI stF staSP stabaS stanS staoP stasS stavaP steSP stoS stosS tF taitF teF treF uP uchD ',
  f: ' aitF akatT autF oiP orE oramP raI romE ueS ueronS urD ',
  g: ' eenN ibiT liI oreT ',
  h: ' aSIP aarN abenD abiaS adEN anS angiT annoI asE astaS atD atteD aveE ayS eES ebbenN eeftN emNT erET ereE etN ierDN ijN imE isE oI oeN oeveelN owE unN ',
  i: ' EI chD cinT dE diT fE hrD hreD hrenD kN lFI leT llE lsF mED nEDIN ntoE oI sEN seT sntE ssoP stD stoP tE tsE veE ',
  j: ' F aP eFN ijN ouwN ullieN ustE ',
  k: ' acT aciT adarT anN annD einD eineD iT imT imdirT imiT iminT onnenD unnenN ',
  l: ' FI aFSI aquelleF asS eFSI eiI equelF esFS etsE eurF eursF heP ikeQ oSI oroI osS uiFI ',
  m: ' F aFI aarN agN aisFP akeQ alD anD asSP ayE eEFSPN einD eineD esF etN euP iSIT iaI ichD ightE ijN ijnN inhaP ioI irD isS itD oetN oetenN onF oreQ uT uitoP ussD ussenD ustE uyS yE ',
  n: ' aP aarN achD aoP asP asilT eFIT edenT edirT eedQ eiI elI ellaI elleI elloI eredeT ereyeT ewQ eyiT ichtD icinT ietN iyeT oSPQ ochD ogN oiI onI osFSP osotrosS ossaP ossoP ostraI ostroI otQ otreF ousF urD ',
  o: ' SIPT bD derD fEN ffQ lanT larakT lduT lupT lurT mN nEF naT nceT ndeP nderN nlarT nlyQ nsN ntF nuT nunT nzeN okN pN rE sP therQ uFP urE utQ verN ',
  p: ' arF araSP asF elaP elasP eloP elosP erI ercheI eroS eutF euxF iuI leaseE lusF odeP odemP orSP orqueSP ossoIP ourF ourquoiF uedeS uedenS uedoS uoI ',
  q: ' uF uaisP ualP ualeI ualiI uandF uandoIP uantasP uanteI uantiI uantoIP uantosP ueFSP uelF uellaI uelleF uellesF uelliI uelloI uelsF uemP uestaI uesteI uestiI uestoI uiF uienS uoiF ',
  s: ' EF aF ameQ anaT ansF aoP chonD eFSIP egunS einD eineD emP enT eniT eninT erSP esF euP eusP hallE heE houldE iFSI ichD idoSP ieD inS indD izT izinT oEDP obreSP ollD ollenD omeE onFS onoI onraT ontF ousF tataI tatoI uSIT uaIP uasP uchQ ulI ullaI uoI uoiI urF usS ',
  t: ' EF aF ambemP eFSPN emP esF hanE hatE heE heirE hemE henE hereE heseE heyE hisE hoseE iI inhaP oE oeN onF ooE otN ousF outF raI uFSIP uoI usS ',
  u: ' SN berD itN mDP maP masP nFSI naSI nasS ndD neF noI nosS nsDP nserD nsereD nterD pQ sE seQ zereT ',
  v: ' anN arT eT ersF eryQ eyaT iI oceP ocesP oiI omD onD oorN osF otreF ousF ',
  w: ' aarN aaromN annD anneerN antQ arD arenDN arumD asEDN atN eEN eilD elcheD elcherD elchesD elkeN emD enD ennD erD erdN erdenDN ereE eshalbD hatE henE hereE hichE hoE homE hoseE hyE ieDN iesoD ijN ilN illE irD irdD ithQ oD ofurD omitD ontE ordenN ordtN ouldE urdeD urdenD ',
  y: ' FS aST oS okT ouE ourE ',
  z: ' alN amanT eN ijN ijnN oN ouN uD ullenN umD urD ',
};

/** The bits of the languages that a word (lower case, folded) is a function word of: 1 English, 2 German, … as LATIN lists them. */
export function languageBits(word: string): number {
  const list = FUNCTION_WORDS[word[0] ?? ''];
  let at = list === undefined ? -1 : list.indexOf(` ${word.slice(1)}`);
  if (at < 0) return 0;
  let bits = 0;
  // Capitals sort before small letters, so a word comes before the longer ones that begin with it.
  for (at += word.length; list![at] !== ' '; at++) {
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
  if (first >= 0xe00)
    return (
      word.length === 2 && ((isHiragana(first) && isHiragana(word.charCodeAt(1))) || wideWords().cjk.includes(word))
    );
  return (first < 0x530 ? wideWords().russian : wideWords().arabic).includes(` ${word} `);
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
