// What one sentence says by the cues of one language.
import type { MemoryType } from '../../memory/memory.ts';
import type { Cues } from './cues/cues.ts';
import { isSpecific, type Signal } from './importance.ts';
import { isMostlyQuoted } from './quotations.ts';
import { isAboutAnswers } from './scope.ts';
import type { Sentence } from './spoken.ts';
import { worded } from './wording.ts';

export interface Reading {
  type: MemoryType;
  signals: Signal[];
  /** Self-contained as far as it can be. */
  text: string;
  /** One has to guess what it speaks of. */
  dangling: boolean;
}

/** A longer sentence is not put before another to say what that speaks of. */
const LONGEST_ANTECEDENT = 200;

/**
 * What a sentence says, undefined where it is not to be kept.
 * @param previous the sentence before it, which may say that something was wrong or what `it` is
 * @param next the sentence behind it, which may ask to remember this one
 */
export function read(sentence: Sentence, cues: Cues, previous?: Sentence, next?: Sentence): Reading | undefined {
  const { masked, intro } = sentence;
  // What ends with a colon announces, and says nothing alone.
  if (/[:：]$/.test(masked) || cues.question.test(masked) || isRemark(masked, cues) || isMostlyQuoted(masked))
    return undefined;
  const lead = leadOf(masked, cues);
  const matter = masked.slice(lead.length);
  const signals = new Set<Signal>();
  if (
    lead.remember ||
    cues.rememberBehind.test(bare(matter)) ||
    (next !== undefined && cues.rememberThat.test(bare(next.masked)))
  )
    signals.add('explicit');
  if (lead.henceforth) signals.add('standing');
  if (intro !== undefined && cues.ground.test(intro) && !cues.request.test(intro)) signals.add('standing');
  let type: MemoryType | undefined = signals.has('standing') ? 'rule' : undefined;
  // Where the first cue begins a clause, what stands before it may be talk.
  let first: { at: number; clause: boolean } | undefined;
  for (const cue of cues.cues) {
    const match = cue.pattern.exec(bare(matter));
    if (match === null || (cue.named && !isSpecific(sentence.text))) continue;
    if (type === undefined || type === 'fact' || cue.type === 'decision') type = cue.type;
    signals.add(cue.signal);
    const at = match.index + match[0].length - (match.groups?.at ?? match[0]).length;
    if (first === undefined || at < first.at) first = { at, clause: match.groups?.at !== undefined };
  }
  const talks = first?.clause === true && !lead.remember && isTalk(matter.slice(0, first.at), cues);
  // Not where the rest would point back to what is cut off.
  const from = lead.length + (talks && !cues.dangling.test(matter.slice(first!.at)) ? first!.at : 0);
  const wrong = lead.correct || (previous !== undefined && cues.wrong.test(bare(previous.masked)));
  if (wrong && (type !== undefined || cues.contrast.test(matter) || cues.states.test(matter)))
    signals.add('correction');
  const ordered = first?.at === 0 && cues.orders.test(matter);
  const lasting = lead.henceforth || cues.rememberThat.test(lastClause(matter));
  if (signals.size === 0 || isVetoed(matter, cues, signals, { ordered, lasting })) return undefined;
  type ??= cues.orders.test(matter) ? 'rule' : 'fact';
  const text = worded(sentence.text.slice(from), masked.slice(from), cues);
  if (text === undefined) return undefined;
  if (type === 'rule' && isAboutAnswers(text, cues)) type = 'preference';
  if (cues.reason.test(matter)) signals.add('reason');
  if (isSpecific(text)) signals.add('specific');
  // `they are great, always make us laugh`: a clause behind a mere comma may have another subject, unless it says more.
  if (talks && /,\s*$/.test(matter.slice(0, first!.at)) && signals.size === 1) return undefined;
  signals.add('witnessed');
  const dangling = cues.dangling.test(text);
  const antecedent = dangling && previous !== undefined ? antecedentOf(previous, cues) : undefined;
  if (antecedent !== undefined) return { type, signals: [...signals], text: `${antecedent} ${text}`, dangling: false };
  return { type, signals: [...signals], text, dangling };
}

/** Says of another sentence that it is wrong, or to be remembered, and nothing itself. */
function isRemark(masked: string, cues: Cues): boolean {
  return cues.wrong.test(bare(masked)) || cues.rememberThat.test(bare(masked));
}

function bare(text: string): string {
  return text.replace(/[\s.!。！…]+$/u, '');
}

interface Lead {
  /** UTF-16 code units. */
  length: number;
  correct: boolean;
  remember: boolean;
  henceforth: boolean;
}

/** What a sentence begins with that belongs to the talk, and what that says. */
function leadOf(masked: string, cues: Cues): Lead {
  const lead: Lead = { length: 0, correct: false, remember: false, henceforth: false };
  for (;;) {
    const rest = masked.slice(lead.length);
    const found =
      take(cues.corrects, rest, () => {
        lead.correct = true;
      }) ||
      take(cues.remember, rest, () => {
        lead.remember = true;
      }) ||
      take(cues.henceforth, rest, () => {
        lead.henceforth = true;
      }) ||
      take(cues.leads, rest, () => {});
    lead.length += found;
    if (found === 0 || found === rest.length) return lead;
  }
}

/** The length of what a text begins with, and of the signs behind that. */
function take(pattern: RegExp, text: string, found: () => void): number {
  const match = pattern.exec(text);
  if (match === null || match[0] === '') return 0;
  found();
  return /^[\s,.:;!，、：。！–—-]*/u.exec(text.slice(match[0].length))![0].length + match[0].length;
}

/** What stands before a clause and may go: not where it says when or where the clause holds, or what is to be done itself. */
function isTalk(before: string, cues: Cues): boolean {
  const said = before.trim();
  return said !== '' && !cues.context.test(said) && !cues.orders.test(said);
}

/** `always` of `Write tests first, always.`; empty where a sentence is one clause. */
function lastClause(matter: string): string {
  return /[,;–—] *([^,;–—]+)$/u.exec(bare(matter))?.[1] ?? '';
}

/**
 * Whether a sentence is not meant, not this person's, or only for now.
 * @param how `ordered`: it begins with what is to be done, so that it is no complaint, nor another's word for the reason that it gives;
 * `lasting`: it says itself that it is for good
 */
function isVetoed(
  matter: string,
  cues: Cues,
  signals: ReadonlySet<Signal>,
  { ordered, lasting }: { ordered: boolean; lasting: boolean },
): boolean {
  const because = ordered ? matter.search(cues.because) : -1;
  const claim = because > 0 ? matter.slice(0, because) : matter;
  if (cues.hypothetical.test(matter) || cues.hearsay.test(claim)) return true;
  if (cues.passing.test(bare(matter)) && !lasting) return true;
  if (cues.oneWork.test(bare(matter))) return true;
  if (cues.request.test(matter) && !signals.has('explicit') && !lasting) return true;
  if (cues.product.test(matter) && !signals.has('explicit') && !cues.because.test(matter)) return true;
  if (ordered) return false;
  return cues.complaint.test(bare(matter)) && !signals.has('explicit') && !signals.has('conclusion');
}

/** The sentence before, worded, where it can say what a pronoun stands for. */
function antecedentOf({ text, masked }: Sentence, cues: Cues): string | undefined {
  if (text.length > LONGEST_ANTECEDENT || cues.question.test(masked) || isRemark(masked, cues)) return undefined;
  if (cues.request.test(masked)) return undefined;
  const { length } = leadOf(masked, cues);
  return worded(text.slice(length), masked.slice(length), cues);
}
