// What is left of a text before any of it is written down: without what is not the conversation's, without secrets, cut.
import { redact } from '../text/secrets.ts';
import { stripped } from '../text/stripped.ts';

/**
 * Of a text so much is looked at, UTF-16 units, at some 30 µs a KiB; its secrets are found in all of that before any of it is cut
 * away: what a line at the end holds may be told at the beginning, by the heading of a table.
 */
export const LOOKED_AT = 1 << 20;
/**
 * What stood at an end that was cut off before secrets were looked for may be the half of one: so much of it goes too. No key that is
 * written as text is longer.
 */
const MARGIN = 16_384;

/** How much is kept, UTF-16 units: of the beginning and of the end. */
export interface Room {
  head: number;
  tail: number;
}

/** People write before and after what they paste. */
export const PROMPT: Room = { head: 12_288, tail: 4_096 };
export const ANSWER: Room = { head: 12_288, tail: 4_096 };
export const COMMAND: Room = { head: 1_024, tail: 1_024 };
/** What failed stands at the end. */
export const OUTPUT: Room = { head: 512, tail: 1_536 };
export const SUMMARY: Room = { head: 24_576, tail: 8_192 };

const GAP = '\n[…]\n';

/**
 * A text as it may be written down. Of one that is longer than what is looked at only the beginning is: what its end holds nobody can
 * tell who has not read all that stands before.
 */
export function clean(text: string, { head, tail }: Room, lookedAt = LOOKED_AT): string {
  // Whole: what is private may begin before and end behind what is kept.
  const own = stripped(text);
  if (own.length <= lookedAt) {
    const safe = redacted(own);
    return safe.length <= head + tail ? safe : `${before(safe, head)}${GAP}${after(safe, tail)}`;
  }
  const start = redacted(own.slice(0, lookedAt));
  return `${before(start.slice(0, Math.max(0, start.length - MARGIN)), head)}${GAP}`;
}

function redacted(text: string): string {
  return redact(text).text.trim();
}

/** Its first units, without half of a character at their end. */
function before(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

function after(text: string, units: number): string {
  return units === 0 ? '' : text.slice(-units).replace(/^[\udc00-\udfff]/, '');
}
