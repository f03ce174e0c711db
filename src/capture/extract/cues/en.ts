import { begins, type Cues, clause, leads, words } from './cues.ts';

const JOINS = 'but|and|so|also|then|because|since';
/** What always and never stand before when they are not meant as a rule. */
const NOT_RULES =
  'mind|the|an?|in|had|was|were|is|are|been|again|once|the same|fails?|failed|works?|worked|happens?|happened|gets?|got|shows?|returns?|say never|say|ever|seen|heard|knew|understood|tried|thought|used to|a good|nice|good|great|welcome|full|here|there|by|on|saw|give up|forget|forgets|forgot';
const TOOLS = '\\S+(?: \\S+){0,6}?';
const DEONTIC =
  "must|should|shall|has to|have to|had better|needs? to|ought to|(?:is|are) to|must not|mustn['’]t|cannot|can['’]t";

export const en: Cues = {
  language: 'en',
  leads: leads(
    "ok(?:ay)?|so|well|yes|yeah|yep|yup|sure|nice|great(?: work)?|good|cool|perfect|awesome|right|hey|hi|hello|thanks(?: a lot)?|thank you|please|pls|btw|by the way|also|and|but|oh|ah|ugh|hmm+|look|listen|just|that works|looks good|lgtm|one (?:more |other |last )?thing|(?:a )?small thing|another thing|some (?:more )?things?|note|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|again|like i said|as i said|as (?:always|usual)|it['’]?s important that|important",
  ),
  henceforth: leads(
    'from now on|(?:for )?(?:next time|the future)|(?:one (?:more |last )?|another |new |house |ground )?rule(?=:)|going forward|from here on(?: out)?|from today on|henceforth|in (?:the )?future|as of (?:now|today)',
  ),
  corrects: begins(
    "(?:(?:no|nope|nah|wrong|incorrect|not quite|correction)(?=[,.:;!–—-]| (?:we|it|use|the|that|this is|don['’]t|our)(?![\\p{L}]))|actually|that['’]?s (?:wrong|not right|incorrect|not true|not correct)|that is (?:wrong|not right|incorrect))",
  ),
  wrong:
    /^(?:no|nope|wrong(?: \w+)?|incorrect|that['’]?s (?:wrong|not (?:right|correct|true|how (?:we|it) .*)|incorrect)|that is (?:wrong|incorrect)|not quite|you got (?:that|it) wrong)$/iu,
  remember: begins(
    "(?:(?:please |do )?(?:remember|memori[sz]e|keep in mind|bear in mind|be aware|(?:make a |take )?note|reminder|important)(?: for (?:the future|next time|later))?(?: that|:| –| —|,| (?=(?:i['’]m|i am|we|our) ))|fyi[,:]?|for (?:your information|the record|future reference|context)[,:]?|just so you know[,:]?|good to know[,:]?|(?:please )?don['’]t forget that|you should know(?: that)?|(?:the|one) thing to (?:know|remember) is(?: that)?|(?:careful|caution|watch out|heads.?up|beware|be careful)(?=[,:;!]| that)|the thing is(?: that)?|let me remind you(?: that)?|reminder[,:])",
  ),
  rememberThat:
    /^(?:(?:please|and) )?(?:remember|note|memori[sz]e|save|keep) (?:it|this|that)(?: in mind| for (?:later|the future|next time|everything.*))?(?:,? please)?$|^(?:just )?so you know$|^for the record$|^fyi$|^(?:not )?(?:ever|always|period|full stop|every (?:single )?time|no exceptions?)$/iu,
  rememberBehind:
    /[,.;–-] (?:fyi|(?:and |please |so |but )*(?:keep|bear) (?:it|that|this) in mind[^,;]*|(?:and |please |so )*(?:remember|note) (?:it|that|this)(?: please)?|just so you know|for the record|for future reference|don['’]t forget(?: it| that)?)$/iu,
  cues: [
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause('whenever (?!i )[^,;:]{3,60}, (?:please )?[a-z]+|you always (?:need|have) to [a-z]+', JOINS),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words("i(?:['’]ve| have)? decided to|we (?:use|run|are on) [^;:,]{2,40} now"),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        "(?:please )?(?:don['’]t|do not) [^;:]{2,80}, (?:they|those|it|that) (?:belongs?|goes|go|lives?)",
        JOINS,
      ),
    },
    { signal: 'standing', type: 'preference', pattern: words("i don['’]t want you to [a-z]+ [^;:]{3,}") },
    {
      signal: 'standing',
      type: 'fact',
      named: true,
      pattern: words('our [\\w -]{2,40} (?:has|have|is|are|runs?|lives?|uses?|needs?|expects?|supports?)'),
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
      type: 'preference',
      pattern: clause(
        'i want (?:all|every|no|my) [^;:]{2,}|(?:please )?(?:answer|reply|respond)(?: to)?(?: me)? (?:in|with|using) [^;:]{2,}',
        JOINS,
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:the (?:whole )?team|everyone|everybody|management|product|legal|security) (?:has |have )?(?:agreed|decided|settled)',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words('we have (?:two|three|four|five|six|\\d+|several|separate) [a-z -]*s'),
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
      pattern: words(
        ", so (?:please )?(?:don['’]t|do not|never|always|avoid|only|keep|use) (?!it|this|that|them)[a-z]+",
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        'all [a-z -]{2,30}s (?:in|of|across) (?:this|our|the) (?:codebase|project|repo|api|app|database|db|system|ui)[^,;]{0,20} (?:are|use|have|go|follow)',
      ),
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
      signal: 'correction',
      type: 'fact',
      pattern: words(
        '(?:as|like|than) you (?:assumed|thought|wrote|said|guessed)|(?:contrary to|unlike) what you (?:said|wrote|assumed)',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:resets?|runs?|starts?|restarts?|rotates?|expires?|rebuilds?|deploys?|is (?:wiped|reset|rebuilt|rotated|restarted|refreshed)|gets (?:wiped|reset|rebuilt)) (?:automatically )?(?:at (?:midnight|noon|\\d)|every (?:night|day|week|month|hour|\\w+day|\\d)|on \\w+days?|nightly|daily|weekly|hourly|monthly)',
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: clause(
        "i (?:use|work (?:in|on|with)|develop on|am on) [^;:]{2,40}(?:,? so (?:please )?[a-z]+|, not [^,;:]{2,})|i['’]m (?:on|new to) [^;:]{2,}",
        JOINS,
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        "we (?:can['’]t|cannot) (?:use|upgrade|move|switch|bump|drop|remove|rename|change|install|ship) .{2,80}(?:, |because|since|until|yet)",
      ),
    },
    { signal: 'conclusion', type: 'decision', pattern: /^(?:agreed|decided|settled|decision)(?: [^:]{0,40})?:/iu },
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
      type: 'preference',
      pattern: clause(
        '(?:please )?(?:always )?(?:ask|tell|check with|warn|show|consult) me (?:first|before|instead)|when in doubt,? [a-z]+|only (?:touch|change|edit|modify) (?:the )?files (?:that )?i [a-z]+|if [^;:]{2,60},? (?:ask|tell|warn) me first',
        JOINS,
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        "i don['’]t (?:like|read|enjoy|care (?:for|about))(?! (?:this|that|the|it|how|where)(?![\\p{L}]))",
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:is|are|was|were|do|does|allowed|this|that) [^;:]{0,60}(?:on purpose|by design|intentional(?:ly)?|deliberate(?:ly)?)|(?:for )?historical reasons',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        "(?:prod(?:uction)?|staging|ci|the (?:cluster|runners?|customers?|client|vendor|hoster|bank|backend|server)|our (?:users|customers|clients|servers|hoster)) (?:has (?:no|only)|have (?:no|only)|can['’]t|cannot|only (?:has|have|runs?|supports?|accepts?|allows?)|doesn['’]t (?:have|support|allow)|don['’]t have|is (?:air.?gapped|offline by|limited|behind)|are (?:mostly|all|limited|behind)|runs? on)|we (?:have no|only have|don['’]t have any) (?!time|idea|clue|choice|tests?|other)[a-z]+",
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?<!(?:bug|issue|problem|error|code) )(?:lives?|(?:is|are) (?:stored|saved|kept|persisted|encoded|measured|expressed|hosted|managed)) (?:in|at|under|as|without|by|on) |(?:is|are) (?:always )?in (?:cents|euros?|dollars?|utc|ms|milliseconds|seconds|minutes|bytes|meters|metres|grams|percent)',
      ),
    },
    {
      signal: 'standing',
      type: 'procedure',
      named: true,
      pattern: words(
        '(?:we|you) (?:run|start|build|deploy|release|install|publish|test) .{0,60}(?:with|via|using|through|by running) .{2,}',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:is|are) (?:called|named|known as|abbreviated) .{1,60} (?:here|in (?:this|our) (?:project|repo(?:sitory)?|codebase|code|team|company))|in (?:this|our) (?:project|repo(?:sitory)?|codebase|team),? (?:errors?|tests?|names?|[a-z]+s) (?:are|is|live|go|use|have|come|return|throw)',
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
      pattern:
        /^no (?:more )?(?:[a-z-]+ ){0,2}[a-z-]+s (?:in|on|at|for|after|before|without|unless|anywhere|please)\b/iu,
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
      type: 'fact',
      pattern: words(
        '(?:means|stands for|refers to) .{2,80}(?: here| in our| in this (?:project|repo|codebase)|,? not )',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        "we(?:['’]ve| have)? (?:recently |just |already )?(?:moved|migrated|renamed|replaced|deprecated|retired|switched|stopped (?:using|supporting)|dropped|abandoned|standardi[sz]ed) .{3,}",
      ),
      named: true,
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: clause(
        '(?:please )?(?:keep|make) (?:your |the )?(?:answers?|replies|responses|explanations?) .{0,20}(?:short|brief|concise|simple)(?:er)?|(?:please )?(?:be|stay) (?:brief|concise|terse)|(?:please )?(?:skip|drop|omit|leave out|spare me) (?:the |your |all )?(?:summar(?:y|ies)|explanations?|preambles?|pleasantries|recaps?)|no (?:summaries|recaps|preambles|explanations)',
        JOINS,
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
      pattern: words(
        `(?:${DEONTIC}) (?:always|never|only|under no circumstances)|at all times|under any circumstances`,
      ),
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
    { signal: 'standing', type: 'fact', pattern: words('(?:is|are) (?:spell?ed|spelt|pronounced|abbreviated)') },
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
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        "we(?:['’]ve| have)? (?:finally |just |now |all |already )?(?:decided|agreed|settled on|opted|chose|chosen|picked|standardi[sz]ed on|committed to)|(?:it was|it['’]s been|it is) (?:decided|agreed|settled)|(?:the|our) decision is",
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        "we(?:['’]re| are) (?:going with|dropping|moving (?:to|away|off)|switching to|sticking (?:with|to)|standardi[sz]ing on|migrating to|deprecating|staying (?:on|with))|we(?:['’]ll| will) (?:use|stick|go with|drop|keep|move to) .{2,80} (?:instead|because|since|rather than|as)",
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: clause(
        "let['’]?s (?:go with|use|stick (?:with|to)|switch to|keep|drop|move to) (?!an? |this|that|these|those)(?:(?! here)[^;:]){2,100} (?:because|since|rather than|instead of|over|as it|isn['’]t worth)",
        JOINS,
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        "the (?:main |only )?reason (?:why |that |for )?.{3,100} is|that['’]s (?:the reason |also )?why we|we(?:['’]re| are) (?:on|at|pinned to|stuck (?:on|with)) .{2,60} (?:because|since|until|as)|we (?:keep|pin|stay on|run|use) .{2,80} because",
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        "i (?:strongly |really |generally |usually |much )?(?:prefer|favou?r|dislike|hate)(?! (?:this|that|the) (?:one|first|second|third|latter|former|option|approach|idea))|i(?:['’]d| would) (?:rather|prefer)(?! you (?:did|do)| (?:the|this|that) )|i (?:can['’]t|cannot) stand|i(?:['’]d| would)? like (?:my|all|every)",
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: words(
        "i (?:always|never) (?:want|need|use|write|prefer)|i don['’]t (?:ever )?want (?:any )?[a-z]+s\\b(?! (?:in|here) (?:this|that))|i want (?:you to )?.{3,100} (?:every time|each time|in everything|always)|(?:please )?call me (?!at|back|when|if|an?|in|on|later|tomorrow|the|for)\\S+",
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words("i(?:['’]m| am) (?:colou?r.?blind|dyslexic|deaf|blind|left-handed|visually impaired)"),
    },
  ],
  orders: begins(
    "(?:please )?(?:don['’]t|do not|never|always|use|keep|put|write|run|avoid|prefer|stop|make sure|ask|name|add|check|commit)",
  ),
  reason: words(
    "because|since|so that|the reason|due to|otherwise|that['’]s why|as (?:it|they|we|the) |isn['’]t worth",
  ),
  because: words("because|since|so that|due to|that['’]s why|the reason"),
  contrast: /.{2,120}(?:, (?:and |but )?not|(?: instead of| rather than)) (?!what|sure|that|the (?:other|one))\S+/iu,
  states: words(
    "(?:we|our \\w+) (?:use|have|run|keep|deploy|ship|store|call|don['’]t|do not|only|are|is)|there (?:is|are) no|^(?:the |our )?[\\p{L} -]{2,40}? (?:is|are|has|have|lies?|goes|comes?|runs?|appl(?:y|ies)|lives?|starts?|ends?|uses?|needs?|takes?|means?|contains?|holds?|belongs?)|the other way (?:a)?round|^[\\p{L}-]+s (?:can|are|have|must|do|don['’]t|never|always|use|go|live|belong|get)|^(?:don['’]t|do not|never) (?!been|had|seen|heard|worry|mind)[a-z]+ (?!the|this|that|these|those|it|my|any|so|them|me)\\S+",
  ),
  question:
    /\?\s*$|^(?:why|what|who|which|where|when|how|is|are|was|were|do|does|did|can|could|should|would|will|shall|has|have|may|isn['’]t|don['’]t you|doesn['’]t) (?:it|i|you|we|they|he|she|there|this|that|the|a|any|my|our|is|are|do|does|did|to|much|many|about|if|should|would|can)\b(?!.*[.:] )/iu,
  hypothetical: words(
    "maybe|perhaps|suppose|supposing|imagine|assuming|(?<!(?:may|can) )assume|what if|let['’]s say|i wonder|wondering|might|would (?!rather|like|prefer)|could|if (?:we|i|you|they) (?:\\w+ed|always|never|had|were|was|used|did|chose|went)|should we|i think|i guess|i believe|i suppose|not sure|not convinced|probably|possibly",
  ),
  hearsay: words(
    '(?:docs?|documentation|readme|manual|article|blog|post|book|stack ?overflow|colleague|coworker|boss|manager|friend|vendor|reviewer|guide|tutorial|linter|chatgpt|copilot|gemini|claude|someone|somebody|people|they|he|she|everyone|everybody|developer|author|ticket|spec) (?:\\w+ )?(?:say|says|said|saying|recommends?|recommended|claims?|claimed|suggests?|suggested|thinks?|thought|tells?|told|states?|stated|argues?|insists?|decided|used to|wanted|wants)|according to|allegedly|supposedly|i (?:read|heard)|was right|used to be|(?<!(?:we|i|you) )(?:said|says|wrote|claims|claimed|announced|mentioned|told (?:us|me))',
  ),
  passing: words(
    'for now|for the (?:moment|time being)|this time|(?:just )?this once|just once|only once|temporarily|in (?:this|that|the current|my) (?:pr|pull request|change|commit|branch|patch|diff|file|function|method|test|case|class|component|screenshot|ticket|form|dialog|view|page|screen|modal|table|widget|query|loop|step|run)|on this branch|for (?:this|that|the current) (?:pr|change|commit|test|case|file|one|function|header|branch|ticket|task)|until (?:i|we|you) (?:merge|finish|fix|get)|until (?:tomorrow|tonight|later)|today(?!.s )|tonight|tomorrow|right now|yesterday|last night|and now|hurry|asap|before i (?:go|leave)|i have to leave|in (?:ten|five|\\d+) minutes|in the screenshot|(?:on|in) line \\d+|here$|later$|quick(?:ly)? hack',
  ),
  complaint: words(
    "when i (?:click|run|press|open|save|type|start|try|use)|whenever i|currently|still|doesn['’]t (?:work|show|load|start|open|appear|return)|(?:the )?(?:bug|problem|issue) is|(?<!we )fails?|failing|broken|crash(?:es|ed|ing)?|breaks|throws|stuck|times out|errors out|i (?:keep |still |always )?get(?:ting)?|i see|flickers?|hangs|the same error|no matter what|for some reason|empty$|null$|undefined$|twice$|you(?: always| never)? (?:forget|ignore|skip)|as a user|the (?:system|app|application|button|dialog|modal|page|form|list|spinner) (?:must|should|shall|is|never|always)",
  ),
  product:
    /^(?:(?:the|(?:every|each) (?:user|row|page|request|button|customer)|(?:all )?users?|all (?:two|three|four|five|\d+|of)) (?:[\p{L}-]+ ){0,3}(?:must|should|shall|has to|have to|needs? to|may|can)|(?:this|that|it) (?:should|has to|needs to|may|can))(?![\p{L}])/iu,
  request:
    /^(?:can you |could you |please |now |then )*(?:write|draft|translate|explain|summari[sz]e|review|generate|describe|change the (?:heading|text|title|label|copy|wording)|rephrase|proofread|compare|document|show me|tell me|list|find|search|look|check|analy[sz]e|investigate|implement|create|add|build|refactor|rewrite|fix|make the|make it|i want you to (?:re)?(?:write|make|fix|build|implement|refactor)|i need you to)\b(?!.{0,60}\b(?:from now on|every time|going forward|in every|in all)\b)/iu,
  context: begins(
    'in|for|when|whenever|if|on|under|before|after|with|without|to|since|because|at|while|from|as|unless|once|every|each|all|inside|within|during',
  ),
  tails:
    /[,;:.–—(-]\s*(?:(?:and|so|but|now) )?(?:please )?(?:(?:fix|rename|change|update|revert|restore|correct|redo|adapt|adjust|add|move) (?:it|yours|that|this|them|the [\w ]{2,40}|accordingly)(?: accordingly| too| back| please| for me)*|you (?:forgot|keep|did|broke|always forget|missed)[^,;:]*|i['’]?ve (?:told|said)[^,;:]*|thanks?(?: you)?|thx|please|pls|btw|by the way|lol|ok|okay|just so you know|remember (?:it|that)(?: please)?)$/iu,
  dangling:
    /^(?:(?:it|they|that|those|these|he|she)(?:['’](?:s|re|ll)| (?:is|are|was|were|must|should|has|have|needs?|can|will|does|do|goes|go|comes?|lives?|runs?)\b)|this (?:is|must|should|has|needs|can|will)\b|(?:always|never|don['’]t|do not|please|stop|avoid)(?: ever)? \w+ (?:it|that|this|them|those|these|so)(?:[\s,.;]|$)(?! (?:repo|project|codebase)))/iu,
  document: words(
    'e-?mails?|mail|messages?|text|spec(?:ification)?|requirements?|ticket|logs?|log below|errors?|stack ?trace|trace|docs?|document|file|readme|contributing(?:\\.md)?|agents\\.md|claude\\.md|prompt|article|issue|comment|slack|thread|chat|output|code|diff|patch|paragraph|section|says|this|below|following|format|grammar|schema|criteria|stor(?:y|ies)|transcript|description|story|snippet|answer below',
  ),
  ground: words(
    'from now on|going forward|(?:ground |house |some |a few |the |our )?rules|conventions?|guidelines?|constraints?|remember|keep in mind|in (?:the )?future|for (?:the )?future|standards?|preferences',
  ),
  project: words(
    'we|our|us|ours|this (?:repo|repository|project|codebase|code base|monorepo|team)|the (?:team|repo|project|codebase)|prod(?:uction)?|staging|ci',
  ),
  person: words(
    "answer(?:s)?(?: me)?|respond|reply|replies|explain|explanations?|summar(?:y|ies)|speak|talk|language|english|german|call me|i|i['’]m|i['’]d|me|my|mine|tone|verbose|concise|short(?:er|est)?",
  ),
};
