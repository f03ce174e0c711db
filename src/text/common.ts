// How common a term is before anything is known of a vault: the share of developers' notes that hold it. In a vault of three memories
// every word looks rare; this table is what still tells `run` from `blue-green`. English shares after the notes of three public
// collections (jbranchaud/til, MIT; awesome-copilot, MIT, and awesome-cursorrules, CC0; tldr-pages, CC BY 4.0), rounded to four steps;
// words that requests are made of, and other languages', by hand.
//
// Plain strings that are searched, not sets: building a set of a thousand words costs a cold process 0.3 ms, a search in one of these 0.3 µs.

import { wideWords } from './wide.ts';

/** The share of a term that stands in no table. */
export const RARE = 0.004;

/**
 * Shares by the digit that follows a stem in the table: 1 to 4. 5 to 8 are the same for everyday words, which say how something is asked
 * for or done, never what it is about.
 */
const STEPS = [0, 0.3, 0.12, 0.06, 0.025, 0.3, 0.12, 0.06, 0.025];
const EVERYDAY = 5;

/** Stems by their first letter, without it. */
const SHARES: Record<string, string> = {
  a: ' ccept8 cikla7 ctiv3 ctual7 dd6 ddit8 dicion7 fter2 gain6 ggiung7 greg7 jout7 jouter7 ll5 lle7 llow7 lreadi8 lso6 lway6 nad7 nder7 ndern7 ni6 noth6 nyth7 pi2 pp2 ppli7 pplic2 sk7 vail6 void7 ',
  b: ' ack6 ase6 ecaus6 ecom7 efor6 egin7 enutz7 est6 etter6 ig7 it7 itt7 oth7 ranch4 reak7 ring7 roken7 ug2 uild2 ul7 ',
  c: ' all7 ame7 an5 ase2 aus7 hang6 heck6 lass2 lear7 li3 lient3 ode1 om7 ommand1 ommit4 omplet7 ompon3 onfig3 onfigur2 onfirm8 onnect3 onsist8 ontain7 ontext2 ontinu7 ontrol7 onvert8 opi8 orrect6 orreg7 orregg7 orrig7 ount8 rea7 rear7 reat6 reate1 ree7 reer7 riar7 urrent6 ustom2 ',
  d: ' ata1 atei3 ay7 efault2 efin3 elet8 epend6 eploy4 escrib8 esign3 etail2 etermin8 ev3 evelop2 id7 iffer6 irectori2 isplay6 o5 oc2 ocument2 one7 own8 ure7 uzelt7 ',
  e: ' ach6 dit8 ffect8 kle7 nabl7 ncontr7 ncuentr7 nd7 nough7 nsur7 nviron3 rklar7 rklaren7 rr3 rror2 ver6 veri7 veryon8 veryth6 xact8 xampl2 xecut6 xist6 xpect8 xplain6 xplic7 xpliqu7 ',
  f: ' ail7 air7 ait7 are7 az7 azer7 eatur2 eel8 ehler3 ile1 ind6 inden7 inish7 irst6 ix6 lag3 ocus7 ollow5 ormat2 ound7 ull7 unction2 ',
  g: ' ave8 ebruik7 eneral8 enerat6 et5 it3 ive6 iven8 o6 oal8 ood6 oster7 roup7 ut7 ',
  h: ' ac7 acer7 andl6 appen7 ear7 elp5 ere7 igh8 inzufug7 old7 tml3 ttp3 ',
  i: ' d3 mplement6 mport2 mprov8 nclud6 nform7 nput2 nstead6 ssu2 ',
  j: ' s8 son3 ',
  k: ' eep6 ey2 ind7 now6 od3 ullan7 ',
  l: ' arg8 assen7 ast7 ater7 auf7 aufen7 earn8 eav7 et6 evel7 ike5 ine2 ist5 og3 ong7 ook6 ot7 ove8 ',
  m: ' ach7 achen7 ade6 ain7 aintain7 ake5 an7 anag6 ani6 atch7 ayb7 d7 ean7 eet8 essag3 ight7 iss8 odifi8 odul3 onth7 ontr7 ore5 ostr7 ove7 uch6 uestr7 ultipl7 ust7 ',
  n: ' ame1 eed5 eu7 eue7 euen7 ever6 ew5 ext7 ieuw7 o5 ode4 ot5 oth7 ouveau7 ouvel7 ov7 ow6 uev7 umber2 uov7 ',
  o: ' ff8 ften7 ld7 ne5 nli6 nly1 pen6 ption2 rdn7 rgan8 ther6 ut5 utput2 ver6 wn8 ',
  p: ' ackag2 art7 ass7 ath1 attern2 eopl7 erhap8 erson7 lace7 lay8 lease5 oint7 ossibl8 ractic2 refer6 resent8 roblem6 rocess2 rogram3 roject2 rojekt3 rojet3 rovid6 ut6 y8 ',
  q: ' ualiti8 ueri3 uestion6 uick7 ',
  r: ' ather8 ead6 eady7 ealli7 eason7 ecommend8 efer6 elat7 elev8 emov7 eplac8 epositori3 equest3 equir6 esult6 eturn2 eview3 ight6 un5 ',
  s: ' aid7 ame6 ave8 ay7 chreib7 chreiben7 cript2 earch3 ee5 eem7 elect7 epar7 erver3 ervic3 ession3 et5 etup3 hort3 how6 ide7 impl7 inc7 ingl7 kip8 mall7 olut8 omeon8 ometh6 oon8 ourc2 pecial8 pecif5 pecifi6 pieg7 tandard7 tart6 tate6 tay7 tep6 till6 top7 tructur2 uch7 uchen7 uggest8 upport7 ure6 ystem2 ',
  t: ' ake6 alk8 ask3 ell6 est2 ext3 hen6 here6 hing5 hink6 hought8 hrough7 ime5 oday7 oevoeg7 old8 omorrow7 ook7 ool2 oon7 ri6 rouv7 rov7 rue7 s8 urn6 wo7 xt8 ype5 ypescript4 ',
  u: ' itleg7 nder8 nderstand6 p5 pdat6 s5 sag7 sar7 se5 ser1 til7 tilis7 tiliz7 ',
  v: ' alid6 alu2 ariabl3 erifi7 ersion2 erwend7 erwenden7 ia8 iew7 ind7 ',
  w: ' ant5 atch8 ay5 ell6 ent7 hen5 hole7 ill5 ith5 ithin8 ithout6 ork5 rite6 rong7 ',
  y: ' ap7 ear7 eni7 esterday7 et7 ',
  z: ' eig7 eigen7 ',
};

/**
 * Words by which a person answers an agent: acknowledgement, thanks, go on. A prompt made of these alone asks for nothing, whatever a
 * vault holds. Function words are gone before; English ones as stems, others as their stemmers leave them or as they stand.
 */
const REPLIES =
  ' ok okay okey k kk yes yeah yep yup y no nope n sure thank thanks thx ty great good nice perfect awesom cool fine ' +
  'excel wonder go goe ahead continu proceed next keep carri do done it look lgtm right correct exact agre agreed sound ' +
  'work well now on up pleas super hi hello hey morn even bye stop wait cancel undo retri again tri more approv confirm ' +
  'accept absolut definit cours alright welcom sorri oop hmm hm ah oh wow amaz fantast brilliant love all set ship got ' +
  'understood see know that not yet first one second let much lot clear compact exit quit help ja nein dank danke ' +
  'dankeschon gut weiter weit mach machen passt prima genau richtig klar einverstanden los fertig toll hallo bitt stimmt ' +
  'oui non merci parfait vas bien accord allez daccord bonjour salut si gracias graci val vale continua sigue sig adelant ' +
  'claro clar hola acuerd listo list grazie grazi va bene ben avanti avant perfetto perfett certo cert ciao esatto sim ' +
  'nao pode pod obrigado obrigada obrig continue perfeito perfeit otimo otim beleza bedankt dankjewel goed ga gaan door ' +
  'verder graag klopt evet hayir tamam tamamdir tesekkurl tesekkurler tesekkur devam et ederim olur guzel harika sagol ' +
  'merhaba ';

/** How common a term is, and whether it is an everyday word: it says how something is asked for or done (`write`, `with`, `today`, `ok`), and another word has to tell what that is. */
export interface Usage {
  /** The share of notes that hold it, 0–1. */
  share: number;
  everyday: boolean;
}

export function usageOf(term: string): Usage {
  const first = term.charCodeAt(0);
  if (first >= 0xe00) return wideWords().usageOf(term, isReply(term));
  if (first >= 0x30 && first < 0x3a)
    return { share: term.length === 1 ? STEPS[2]! : term.length === 2 ? STEPS[4]! : RARE, everyday: false };
  const digit = digitOf(term);
  const reply = digit < EVERYDAY && isReply(term);
  return { share: digit > 0 ? STEPS[digit]! : reply ? STEPS[1]! : RARE, everyday: reply || digit >= EVERYDAY };
}

/** What follows a stem in its table, 0 where it stands in none. */
function digitOf(term: string): number {
  const cyrillic = isCyrillic(term.charCodeAt(0));
  const stem = cyrillic ? term : term.slice(1);
  const stems = cyrillic ? wideWords().russianShares : SHARES[term[0]!];
  const at = stems === undefined ? -1 : stems.indexOf(` ${stem}`);
  // Digits sort before letters, so a stem comes before the longer ones that begin with it.
  const digit = at < 0 ? 0 : stems!.charCodeAt(at + stem.length + 1) - 48;
  return digit < STEPS.length ? digit : 0;
}

function isCyrillic(c: number): boolean {
  return c >= 0x400 && c < 0x530;
}

/** Whether a term is a word of acknowledgement. */
export function isReply(term: string): boolean {
  const first = term.charCodeAt(0);
  if (first < 0x400) return REPLIES.includes(` ${term} `);
  const words = wideWords();
  if (first >= 0xe00) return (term.length === 1 ? words.replyCharacters : words.replyPairs).includes(term);
  return (isCyrillic(first) ? words.russianReplies : words.arabicReplies).includes(` ${term} `);
}
