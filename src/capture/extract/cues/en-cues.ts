// English: what was decided, what is so, what somebody likes, and how things are done.
import { type Cue, clause, words } from './cues.ts';
import { RULES } from './en-rules.ts';

const JOINS = 'but|and|so|also|then|because|since';

export const CUES: readonly Cue[] = [
  ...RULES,
  {
    signal: 'conclusion',
    type: 'decision',
    pattern: words("i(?:['’]ve| have)? decided to|we (?:use|run|are on) [^;:,]{2,40} now"),
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
    type: 'fact',
    pattern: words(
      'all [a-z -]{2,30}s (?:in|of|across) (?:this|our|the) (?:codebase|project|repo|api|app|database|db|system|ui)[^,;]{0,20} (?:are|use|have|go|follow)',
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
    type: 'preference',
    pattern: clause(
      '(?:please )?(?:always )?(?:ask|tell|check with|warn|show|consult) me (?:first|before|instead)|when in doubt,? [a-z]+|only (?:touch|change|edit|modify) (?:the )?files (?:that )?i [a-z]+|if [^;:]{2,60},? (?:ask|tell|warn) me first',
      JOINS,
    ),
  },
  {
    signal: 'preference',
    type: 'preference',
    pattern: words("i don['’]t (?:like|read|enjoy|care (?:for|about))(?! (?:this|that|the|it|how|where)(?![\\p{L}]))"),
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
  { signal: 'standing', type: 'fact', pattern: words('(?:is|are) (?:spell?ed|spelt|pronounced|abbreviated)') },
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
];
