// English: what is to hold from now on.
import { type Cue, clause, words } from './cues.ts';

const JOINS = 'but|and|so|also|then|because|since';
/** What always and never stand before when they are not meant as a rule. */
const NOT_RULES =
  'mind|the|an?|in|had|was|were|is|are|been|again|once|the same|fails?|failed|works?|worked|happens?|happened|gets?|got|shows?|returns?|say never|say|ever|seen|heard|knew|understood|tried|thought|used to|a good|nice|good|great|welcome|full|here|there|by|on|saw|give up|forget|forgets|forgot';
const TOOLS = '\\S+(?: \\S+){0,6}?';
const DEONTIC =
  "must|should|shall|has to|have to|had better|needs? to|ought to|(?:is|are) to|must not|mustn['’]t|cannot|can['’]t";

export const RULES: readonly Cue[] = [
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause('whenever (?!i )[^,;:]{3,60}, (?:please )?[a-z]+|you always (?:need|have) to [a-z]+', JOINS),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      "(?:please )?(?:don['’]t|do not) [^;:]{2,80}, (?:they|those|it|that) (?:belongs?|goes|go|lives?)",
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    named: true,
    pattern: words(
      'we (?:must|have to|can only) (?!fix|finish|talk|meet|go|hurry|do|get|find|look|check|think|decide|release)[a-z]+',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      'before (?:you )?(?:touch|chang|edit|deploy|merg|commit|push|releas|start|add|delet|remov|refactor|updat)(?:e|ing)? [^;:]{2,80}',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    named: true,
    pattern: words(", so (?:please )?(?:don['’]t|do not|never|always|avoid|only|keep|use) (?!it|this|that|them)[a-z]+"),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      '(?:please )?use (?!an? |this |that |the )[^,;:]{2,40}, [^,;:]{2,40} (?:is|are) (?:blocked|deprecated|disabled|unsupported|banned|forbidden|not (?:allowed|supported|available))',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words('[a-z]+s (?:always|never) (?:use|go|have|start with|end with|live|include|carry|need|contain)'),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      "we (?:don['’]t|do not|never|only) (?!have|need|want|know|see|get|care|understand|think|remember|seem|even|really|mind|yet)[a-z]+ (?!it|this|that|them|so)",
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      'we (?:use|log|pin|store|write|keep|name|ship|deploy|test|squash|rebase|format|prefix|version|tag|follow|stick to|stay on|target|do) [^;:]{2,80}(?:, (?:never|not|no)(?![\\p{L}])|only|exactly|by default|exclusively|until|everywhere)',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      "(?:please )?use (?!an? |this |that |the )[^,;:]{2,40} here[,;:–-] .*(?:isn['’]t|not|doesn['’]t|won['’]t|can['’]t|only)",
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      "(?:please )?(?:don['’]t|do not) (?!use an? |worry|mind)[^;:]{2,80}, .{2,80} instead$|(?:please )?stick (?:to|with) [^;:]{2,60} (?:for|in|when) ",
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "(?:can|may) only|you (?:can['’]t|cannot|must not|mustn['’]t|may not) [a-z]+ .{2,80} (?:in this (?:package|project|repo|module|codebase|workspace)|because|since|it gets)",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      'when(?:ever)? you (?:write|create|add|name|generate|change|touch|make|edit|introduce|document) [^;:]{2,80}',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      '(?:please )?(?:write|name|spell|format|put|keep|use) [^;:]{2,60} in (?:upper|lower|title|camel|snake|kebab|pascal)[ -]?case|(?:please )?(?:write|name|spell|format|put|keep) [^;:]{2,60} in (?:singular|plural|english|german|french|spanish|italics|the (?:imperative|present|past))',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      '(?:comments?|docs|documentation|commit messages?|commits|variable names?|identifiers|log messages?|error messages?|tests?) (?:are |is |go |must be |should be |stay )?(?:always )?(?:written )?in (?:english|german|french|spanish|russian|chinese|japanese)',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "(?<!(?:it|i|you|they) )(?:have to|has to|needs?(?: to)?|must|requires?) .{2,120}(?:otherwise|(?:or|else) (?:it|they|you|the \\w+|nothing) (?:won['’]t|will|can['’]t|fails?|breaks?)|without (?:it|them)$)|(?:otherwise|or else) nothing (?:works|runs|starts)",
    ),
    named: true,
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "our [\\w ]{2,24} (?:rejects?|requires?|enforces?|checks?|blocks?|refuses?|forbids?|doesn['’]t (?:accept|allow|support))",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      '(?:names?|keys|ids|branches|files|flags|events|topics|tables|columns|queues|variables|constants|classes|endpoints|routes) (?:are|is|must be|should be|go|follow|have to be) (?:all |always |written in |named |in |prefixed |suffixed )?[^,;]{0,30}(?:case|prefix\\w*|suffix\\w*|singular|plural|lower|upper)',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: /^no (?:more )?(?:[a-z-]+ ){0,2}[a-z-]+s (?:in|on|at|for|after|before|without|unless|anywhere|please)\b/iu,
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "(?:don['’]t|do not|stop|no) (?!worry|mind).{2,80} (?:again|any ?more|by hand|manually|anywhere)$|nothing .{2,60} by hand",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      `(?:always|never) (?!(?:${NOT_RULES}|[a-z]+ing|[a-z]+[^s]s)(?![\\p{L}]))[\\p{L}-]+`,
      'but|so|also|then',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words("(?:don['’]t|do not|not) ever (?:again )?[a-z]+|never again|never ever"),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(`(?:${DEONTIC}) (?:always|never|only|under no circumstances)|at all times|under any circumstances`),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      'we (?:always|never) (?!got|had|were|was|saw|knew|get|see|hit|know|manage|finish|run into|forget|do this|do that|look|enjoy|love|feel|have|go|try|need|think|thought|wanted?|been|be|come|came|[a-z]+ed)[a-z]+',
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      '(?:are|is|gets?) (?:always|never) (?:[a-z]+ed|kept|done|put|written|sent|run|built)(?! (?:to|that|by the))',
    ),
  },
  // An acronym says what, where an adjective would say how: in its own case.
  { signal: 'standing', type: 'rule', pattern: /\b(?:are|is) (?:always|never) (?:in )?[A-Z][A-Z0-9-]+\b/u },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "from now on|going forward|from here on(?: out)?|henceforth|in (?:the )?future,? (?:please )?(?:always |never )?(?:use|put|write|keep|do|don['’]t|run|add|ask)",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: /^(?:please )?(?!(?:it|this|that|the|i|my|there|python)\b)[a-z]+ .{2,120} every (?:single )?time$/iu,
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause('(?:please )?(?:stop|quit|avoid) [a-z]+ing', JOINS),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      `(?:all|every|each) (?:new |public |existing )?[\\p{L}_-]+(?: (?!that|which|who|is|are|was|were)[\\p{L}_-]+){0,3} (?:${DEONTIC}|needs?|exposes?)`,
    ),
  },
  { signal: 'standing', type: 'rule', pattern: clause('(?:please )?make sure (?:that )?(?:every|each|any)', JOINS) },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      '(?:whenever|every time|each time|any ?time) (?:you|we|someone) (?!need|want|feel|like|can|have time)[a-z]+',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      '(?:please )?(?:use|write|put|keep|name|prefer|wrap|format|spell) .{2,80} (?:everywhere|in (?:the )?(?:code|docs|user docs|documentation|commits|commit messages|comments|logs|tests|ui|api|frontend|backend)|in (?:all|every|any|everything)|for (?:all|every|any|everything)|throughout)',
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "(?:is|are) (?:forbidden|banned|not allowed|prohibited|off.limits|mandatory|compulsory|required for (?:all|every))|(?:must not|mustn['’]t) (?:be )?[a-z]+",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "(?:our|the (?:team|project|house|company)['’]?s?) (?:convention|policy|rule|standard|guideline|code style|style guide|naming scheme)s?(?: here)? (?:is|are|says?|for)|by convention|we have a (?:convention|rule|policy)",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words(
      "in this (?:project|repo(?:sitory)?|codebase|code base|monorepo|team),? (?=(?:we|you|all|every|no|never|always|only)(?![\\p{L}]))(?!please|can|could|fix|add|rename|find|change|make|update|look|check|search|is|are|do|does|there['’]s a (?:bug|problem))[\\p{L}]+|(?:don['’]t|do not|stop) .{2,80} in this (?:project|repo(?:sitory)?|codebase|code base)",
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: clause(
      `(?:please )?use (?!.* for the [a-z-]+$)(?!(?:an?|this|that|these|those|it|the (?:other|second|first|same|\\w+ one))(?![\\p{L}]))${TOOLS}(?:,| and| but)? (?:not|never|instead of|rather than|over) (?!the (?:\\w+ )?one|(?:this|that|it|me|sure|only)(?![\\p{L}]))\\S+`,
      JOINS,
    ),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words('we (?:say|call (?:it|them|this)|write|spell) .{2,60}(?:,| and| but)? (?:not|never|instead of)'),
  },
  {
    signal: 'standing',
    type: 'rule',
    pattern: words("(?:we|you) (?:don['’]t|do not) [a-z]+ .{2,120} (?:because|since|as it|they['’]re|it['’]s)"),
  },
];
