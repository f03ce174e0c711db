// Which words change nothing about what a sentence says, which are said for each other, and which turn it round: for the gist of a
// memory (gist.ts). By hand. What is missing here costs a duplicate that is not seen; what is wrong costs a memory, so that the lists are short.
import { SHORT_FORMS } from '../index/synonyms.ts';

/** Not. */
export const NOT = '¬';
/** Has to. */
export const MUST = '!must';

const set = (words: string) => new Set(words.trim().split(/\s+/));

interface Language {
  /** Say nothing: articles, the copula, who speaks, courtesy. */
  fillers: ReadonlySet<string>;
  not: ReadonlySet<string>;
  /** Begin a part of a sentence that may stand elsewhere in it: `on Fridays`. */
  leading: ReadonlySet<string>;
}

const language = (fillers: string, not: string, leading: string): Language => ({
  fillers: set(fillers),
  not: set(not),
  leading: set(leading),
});

/** By the language of a text; others are taken word by word. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: language(
    'a an the is are be am we our us you your i my please kindly ever currently',
    'not never no',
    'on in at for with without by from to into onto of over under via through during until till before after when if unless because since per between within behind against about as like instead',
  ),
  de: language(
    'der die das den dem des ein eine einen einem einer eines ist sind wir uns unser unsere unseren bitte',
    'nicht nie niemals',
    'am im in an auf für mit ohne von vom aus zu zum zur bei beim über unter durch während bis vor nach wenn falls weil seit zwischen gegen als statt montags dienstags mittwochs donnerstags freitags samstags sonntags',
  ),
  fr: language(
    'le la les un une est sont nous notre nos vous',
    '',
    'en dans à au aux pour avec sans par de du des sur sous pendant jusque avant après quand si chez entre contre depuis comme',
  ),
  es: language(
    'el la los las un una unos unas es son está están nosotros nuestro nuestra',
    'no nunca jamás',
    'en a al para con sin por de del desde hasta sobre bajo durante antes después cuando si entre contra como según',
  ),
  it: language(
    'il lo la i gli le un uno una è sono noi nostro nostra',
    'non mai',
    'in a al alla per con senza da dal dalla di del della su sul sulla sotto durante prima dopo quando se tra fra contro come',
  ),
  pt: language(
    'o a os as um uma é são nós nosso nossa',
    'não nunca jamais',
    'em no na nos nas para com sem por de do da dos das desde até sobre sob durante antes depois quando se entre contra como',
  ),
  nl: language(
    'de het een is zijn wij we ons onze',
    'niet nooit',
    'op in aan voor met zonder van uit naar bij over onder door tijdens tot na wanneer als omdat sinds tussen tegen',
  ),
  ru: language(
    'мы наш наша наше наши это пожалуйста',
    'не никогда нельзя',
    'в во на по для с со без от до из к ко у о об при через во время перед после когда если между против как',
  ),
};

/** What is obliged, dropped where a sentence begins with it. */
export const OBLIGED = set('must should shall müssen sollen soll muss должны должен нужно надо следует');
/** Nothing is taken away by it, but for behind a not. */
export const ALWAYS = set('always immer stets toujours siempre sempre altijd всегда');
/** Whoever speaks of what was, is or will be begins so: the verb behind is no other form of another. */
export const THEN = set(
  'first firstly second secondly third then next afterwards afterward finally last lastly zuerst dann danach zuletzt abord ensuite puis enfin primero luego finalmente prima poi infine depois eerst daarna сначала затем потом наконец',
);
/** What they mean stands in the sentence before. */
export const POINTING = set(
  'it this that they these those he she there here its their both otherwise also er sie es dies diese dieser il elle ils elles cela ceci esto eso esta este ello он она оно они этот эта там 它 他 她 这 那 これ それ あれ',
);

/** Words that are said for each other, the first for all. */
const SAME = `
use utilize employ
delete remove
execute run
begin start
verify check
permit allow
stored kept
located resides lives
permitted allowed
forbidden prohibited
postgresql postgres
monday mon
tuesday tue tues
wednesday wed
thursday thu thurs
friday fri
saturday sat
sunday sun
1 one
2 two
3 three
4 four
5 five
6 six
7 seven
8 eight
9 nine
10 ten
12 twelve
`;

/** The word that stands for a word: itself, or the first of those that are said for each other. */
export const CANONICAL: ReadonlyMap<string, string> = new Map(
  `${SHORT_FORMS}${SAME}`
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((other) => [other, first] as const);
    }),
);

/** Phrases, before a text is cut into words: what is left of them says the same. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:please\s+)?(?:note|remember|keep in mind|be aware|make sure|be sure|important|reminder|fyi|rule|hint|tip)(?:\s+that\b|\s+to\b|\s*:)\s*/i,
    '',
  ],
  [/^(?:please\s+)?(?:do not|don['’]t) forget (?:to|that)\s+/i, ''],
  [/\bin order to\b/gi, 'to'],
  [/\brather than\b/gi, 'instead of'],
  [/\b(?:have|has|need|needs|ought) to\b/gi, 'must'],
  [/\b(?:do|does) not\b|\b(?:do|does)n['’]t\b/gi, 'not'],
  [/\b(is|are|must|should|could|would)n['’]t\b/gi, '$1 not'],
  [/\b(?:can['’]t|cannot)\b/gi, 'can not'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/\b(we|you|they|i)['’](?:re|m)\b/gi, '$1 are'],
  [/\b(it|that|there)['’]s\b/gi, '$1 is'],
  [/\bnever ever\b/gi, 'never'],
  [/(?<!\p{L})никогда не(?!\p{L})/giu, 'не'],
  [/\bne (\p{L}+) (?:pas|jamais)\b|\bn['’](\p{L}+) (?:pas|jamais)\b/giu, `${NOT} $1$2`],
  [/\bne (?:pas|jamais) /giu, `${NOT} `],
  [/\b[ld]['’](?=\p{L})/giu, ''],
];

/** A text without any of these needs none of them. */
export const PHRASED =
  /['’]|\b(?:please|note|remember|keep|be|make|important|reminder|fyi|rule|hint|tip|order|rather|have|has|need|needs|ought|do|does|cannot|ever|ne)\b|никогда/i;

/** The same for scripts without spaces and for Korean endings. */
export const WIDE_PHRASES: readonly (readonly [RegExp, string])[] = [
  // Chinese: courtesy, who speaks, and the ways to forbid.
  [/请勿|切勿|不准|不许|不得|禁止/g, '不要'],
  [/請勿|禁止/g, '不要'],
  [/请|請|我们|我們|的(?!确)/g, ''],
  [/使用/g, '用'],
  [/(?<![不无没非])(?:必须|务必|一定要)/g, '要'],
  // Japanese: courtesy at the end of a sentence.
  [/(?:しないでください|しないで下さい|しないこと|しません)/g, 'しない'],
  [/(?:ないでください|ないで下さい|ないこと)(?=$|[。、\s])/g, 'ない'],
  [/(?:してください|して下さい|しましょう|すること|します)/g, 'する'],
  [/ています/g, 'ている'],
  [/いません/g, 'いない'],
  [/(?:です|である)(?=$|[。、\s])/g, ''],
  // Korean: the same.
  [/(?:합니다|하세요|해요|하십시오|할 것|한다)(?=$|[.,\s])/g, '하다'],
  [/(?:됩니다|된다|돼요)(?=$|[.,\s])/g, '되다'],
  [/(?:마세요|마십시오|말 것|말아야 하다)(?=$|[.,\s])/g, '마라'],
  [/(?:않습니다|않는다|않아요)(?=$|[.,\s])/g, '않다'],
  [/(?:있습니다|있어요)(?=$|[.,\s])/g, '있다'],
  [/(?:없습니다|없어요)(?=$|[.,\s])/g, '없다'],
  // Thai: courtesy, and the ways to forbid.
  [/กรุณา|โปรด|ครับ|ค่ะ|นะ(?=$|[\s.])/g, ''],
  [/ห้าม/g, 'อย่า'],
];

/** In an id these say which of several things a memory is about. */
export const TELLING = set(
  'staging production prod development dev qa preview local ci frontend backend client server web mobile ios android linux mac macos windows eu us asia east west north south monday tuesday wednesday thursday friday saturday sunday v1 v2 v3 primary replica',
);
