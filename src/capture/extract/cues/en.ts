// English: what is talk, and what is not meant. What is to be kept: en-cues.ts.
import { begins, type Cues, leads, words } from './cues.ts';
import { CUES } from './en-cues.ts';

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
  cues: CUES,
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
    'for now|for the (?:moment|time being)|this time|(?:just )?this once|just once|only once|temporarily|in (?:this|that|the current|my) (?:pr|pull request|change|commit|branch|patch|diff|file|function|method|test|case|class|component|screenshot|ticket|form|dialog|view|page|screen|modal|table|widget|query|loop|step|run)|on this branch|for (?:this|that|the current) (?:pr|change|commit|test|case|file|one|function|header|branch|ticket|task)|until (?:i|we|you) (?:merge|finish|fix|get)|until (?:tomorrow|tonight|later)|today(?!.s )|tonight|tomorrow|right now|yesterday|last night|and now|hurry|asap|before i (?:go|leave)|i have to leave|in (?:ten|five|\\d+) minutes|in the screenshot|(?:on|in) line \\d+|(?<!^(?:always|never|do not ever|don.t ever) .*)here$|later$|quick(?:ly)? hack',
  ),
  oneWork: words(
    "(?:in|on|for|of|with|during|within|throughout|while (?:you )?(?:work(?:ing)? on|do(?:ing)?|are on)|(?:the )?rest of) (?:this|that|the current|the present|my) (?:pr|pull request|mr|merge request|branch|task|ticket|session|conversation|chat|change|commit|patch|feature|issue|story|migration|refactor(?:ing)?|sprint|spike)|nothing else$|i(?:['’]ll be|['’]m| am| will be) (?:away|off|out|offline|ooo|sick|abroad|travell?ing|on (?:holidays?|vacation|leave|pto))(?: [^,;:]*)?$",
  ),
  complaint: words(
    "when i (?:click|run|press|open|save|type|start|try|use)|whenever i|currently|still|doesn['’]t (?:work|show|load|start|open|appear|return)|(?:the )?(?:bug|problem|issue) is|(?<!we )fails?|failing|broken|crash(?:es|ed|ing)?|breaks|throws|stuck|times out|errors out|i (?:keep |still |always )?get(?:ting)?|i see|flickers?|hangs|the same error|no matter what|for some reason|empty$|null$|undefined$|twice$|you(?: always| never)? (?:forget|ignore|skip)|as a user|the (?:system|app|application|button|dialog|modal|page|form|list|spinner) (?:must|should|shall|is|never|always)",
  ),
  product:
    /^(?:(?:the|(?:every|each) (?:user|row|page|request|button|customer)|(?:all )?users?|all (?:two|three|four|five|\d+|of)) (?:[\p{L}-]+ ){0,3}(?:must|should|shall|has to|have to|needs? to|may|can)|(?:this|that|it) (?:should|has to|needs to|may|can))(?![\p{L}])/iu,
  request:
    /^(?:can you |could you |please |now |then )*(?:write|draft|translate|explain|summari[sz]e|review|generate|describe|change the (?:heading|text|title|label|copy|wording)|rephrase|proofread|compare|document|show me|tell me|list|find|search|look|check|analy[sz]e|investigate|implement|create|add|build|refactor|rewrite|fix|make the|make it|i want you to (?:re)?(?:write|make|fix|build|implement|refactor)|i need you to)\b(?!.{0,60}\b(?:from now on|every time|going forward|in every|in all)\b)|^(?:please )?(?:put|write|insert|include|mention) (?:it |this |that )?(?:in|into|to) (?:the |our )?(?:readme|changelog|wiki|docs?|documentation|e-?mail|message|comment)\b[^:]{0,40}:/iu,
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
