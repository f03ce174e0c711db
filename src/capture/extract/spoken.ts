// What of a prompt a person said: sentences of prose, without code, logs, quotations and documents that were pasted.
import { paragraphs } from './paragraphs.ts';
import { blanked } from './quotations.ts';
import { LONGEST, sentencesOf } from './sentences.ts';

export interface Sentence {
  text: string;
  /** The same length, quotations and code blanked: cues are looked for here. */
  masked: string;
  /** The sentence before it in the same paragraph or list item. */
  before?: string;
  /** What announced it, without the colon: of a list's item, or of the paragraph that follows. */
  intro?: string;
}

/**
 * The sentences that a person said.
 * @param announces whether a line that ends with a colon announces a text of somebody else's
 */
export function spoken(prompt: string, announces: (intro: string) => boolean): Sentence[] {
  const out: Sentence[] = [];
  for (const { text, intro } of paragraphs(prompt, announces)) {
    let before: string | undefined;
    for (const sentence of sentencesOf(text)) {
      if (sentence.length <= LONGEST)
        out.push({
          text: sentence,
          masked: blanked(sentence),
          ...(before === undefined ? {} : { before }),
          ...(intro === undefined ? {} : { intro }),
        });
      before = sentence.length <= LONGEST ? sentence : undefined;
    }
  }
  return out;
}
