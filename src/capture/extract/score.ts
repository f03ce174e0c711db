// What a message scores by itself, whether or not anything of it is to be kept.
import type { Origin } from './candidate.ts';
import { cuesOf } from './cues/languages.ts';
import { importanceOf, isSpecific, type Signal } from './importance.ts';
import { read } from './reading.ts';
import { ownSentences } from './said.ts';

/** The importance of a text's most important sentence: 0–1, 0 where it has none. */
export function scoreText(text: string, origin: Origin = 'user'): number {
  let most = 0;
  const sentences = ownSentences(text);
  for (let i = 0; i < sentences.length; i++) {
    const sentence = sentences[i]!;
    const previous = sentence.before === undefined ? undefined : sentences[i - 1];
    for (const cues of cuesOf(sentence.text)) {
      const reading = read(sentence, cues, previous);
      const weak: Signal[] = [];
      if (cues.reason.test(sentence.masked)) weak.push('reason');
      if (isSpecific(sentence.text)) weak.push('specific');
      if (origin !== 'assistant') weak.push('witnessed');
      const signals = reading?.signals.filter((signal) => signal !== 'witnessed' || origin !== 'assistant') ?? weak;
      most = Math.max(most, importanceOf(signals, origin, reading?.dangling));
    }
  }
  return most;
}
