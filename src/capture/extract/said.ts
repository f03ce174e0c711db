// What a person's own sentences leave behind: corrections, standing instructions, decisions, preferences, facts to remember.
import { oneLine } from '../../memory/summary.ts';
import { type Candidate, EPISODE } from './candidate.ts';
import { cuesOf, LANGUAGES } from './cues/languages.ts';
import { importanceOf } from './importance.ts';
import { paragraphs } from './paragraphs.ts';
import { read } from './reading.ts';
import { scopeOf } from './scope.ts';
import { type Sentence, spoken } from './spoken.ts';
import { isWhole } from './wording.ts';

/** The candidates of a prompt, in its order. */
export function said(prompt: string): Candidate[] {
  const sentences = ownSentences(prompt);
  const out: Candidate[] = [];
  for (let i = 0; i < sentences.length; i++) {
    const candidate = candidateOf(sentences, i);
    if (candidate === undefined || out.some(({ text }) => text === candidate.text)) continue;
    // It has taken the sentence before it along.
    if (out.length > 0 && candidate.text.startsWith(`${out.at(-1)!.text} `)) out.pop();
    out.push(candidate);
  }
  return out;
}

/** The sentences of a prompt that are the person's own. */
export function ownSentences(prompt: string): Sentence[] {
  return spoken(prompt, announcesDocument);
}

/** The paragraphs of a prompt that are the person's own, each in one line. */
export function ownParagraphs(prompt: string): string[] {
  return paragraphs(prompt, announcesDocument).map(({ text }) => text);
}

/** Whether what stands behind a colon was written by somebody else. */
function announcesDocument(intro: string): boolean {
  return LANGUAGES.some(({ document, ground }) => document.test(intro) && !ground.test(intro));
}

function candidateOf(sentences: readonly Sentence[], i: number): Candidate | undefined {
  const sentence = sentences[i]!;
  const previous = sentence.before === undefined ? undefined : sentences[i - 1];
  const next = sentences[i + 1]?.before === sentence.text ? sentences[i + 1] : undefined;
  for (const cues of cuesOf(sentence.text)) {
    const reading = read(sentence, cues, previous, next);
    if (reading === undefined || !isWhole(reading.text)) continue;
    const { type, text, signals, dangling } = reading;
    const importance = importanceOf(signals, 'user', dangling);
    if (importance < EPISODE) continue;
    return {
      type,
      text,
      summary: oneLine(text),
      importance,
      origin: 'user',
      scope: scopeOf(type, text, cues),
      signals,
    };
  }
  return undefined;
}
