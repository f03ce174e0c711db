// What an assistant says it found. It is an inference: kept with that origin, never durable by its score (importance.ts), never written
// without a yes (candidate.ts). What it hopes, offers or has done is not kept at all.
import { oneLine } from '../../memory/summary.ts';
import { type Candidate, EPISODE } from './candidate.ts';
import { cuesOf } from './cues/languages.ts';
import { importanceOf, isSpecific, type Signal } from './importance.ts';
import { scopeOf } from './scope.ts';
import { spoken } from './spoken.ts';
import { isWhole, worded } from './wording.ts';

/** A cause that is named as found, in the ten languages. */
const CAUSE =
  /^(?:(?:the |found it[:,] (?:the )?)?root cause(?: (?:is|was)(?: that)?|:)|(?:the )?(?:actual |real )?cause (?:is|was) that|it turned out that|(?:die )?(?:eigentliche )?(?:ursache|grund dafür)(?: (?:ist|war),? dass|:)|es stellte sich heraus, dass|l?a causa (?:raíz |raiz |principale )?(?:es|era|fue|è|é|foi) (?:que|che)|causa(?: raíz| raiz| principale)?:|(?:근본 ?)?원인(?:은|:)|(?:la )?cause(?: racine)?(?: (?:est|était) que| ?:)|причина(?: (?:в том|оказалась в том),? что|:| —)|根本原因(?:是|：|:)|原因(?:是|：|:)|(?:根本)?原因(?:は|：|:))/iu;

/** Hedged: not even the assistant claims it. */
const HEDGED =
  /\b(?:probably|likely|perhaps|maybe|might|may be|could|should|would|seems?|appears?|i think|i believe|i suspect|i guess|not sure|haven['’]t|have not|unverified|presumably|hypothesis|wahrscheinlich|vermutlich|vielleicht|könnte|dürfte|scheint|ich glaube|ich denke|probablemente|quizás?|podría|parece|creo|probablement|peut-être|pourrait|semble|je pense|probabilmente|forse|sembra|potrebbe|penso|provavelmente|talvez|poderia|acho)\b|вероятно|возможно|кажется|похоже|наверное|может быть|думаю|可能|也许|大概|似乎|应该是|恐らく|おそらく|たぶん|かもしれ|と思|ようです|でしょう|아마|것 같|듯(?:하|합)|수도 있/iu;

/** The causes that an answer names as found. */
export function claimed(answer: string): Candidate[] {
  const out: Candidate[] = [];
  for (const { text: sentence, masked } of spoken(answer, () => false)) {
    const [cues] = cuesOf(sentence);
    if (cues === undefined || !CAUSE.test(masked) || HEDGED.test(masked) || cues.question.test(masked)) continue;
    const text = worded(sentence, masked, cues);
    if (text === undefined || !isWhole(text)) continue;
    const signals: Signal[] = ['conclusion'];
    if (cues.reason.test(masked)) signals.push('reason');
    if (isSpecific(text)) signals.push('specific');
    const importance = importanceOf(signals, 'assistant');
    if (importance < EPISODE) continue;
    const scope = scopeOf('fact', text, cues);
    out.push({ type: 'fact', text, summary: oneLine(text), importance, origin: 'assistant', scope, signals });
  }
  return out;
}
