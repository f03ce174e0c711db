// Whether a prompt is worth loading follow-up.ts for. In the lane of every prompt: keep it small.
import type { Asked } from './rank.ts';

/** A longer one stands for itself. */
const BRIEF = 60;
/** A character of a script without spaces is half a word. */
const BRIEF_WIDE = 16;
/** The commonest of the words by which prompts go on (cues.ts). Escaped: \u0430 and \u0438 are Russian. */
const GOES_ON =
  /^\W?(?:and|also|same|or|but|then|plus|(?:what|how) about|und|auch|oder|aber|was ist mit|y|e|o|pero|lo mismo|qu\u00e9|et|ou|mais|qu.en|quid|ed|anche|ma|che ne|mas|que tal|en|ook|of|maar|hoe zit|wat met|ve|peki|ya|ama|[\u0430\u0438]|\u0447\u0442\u043e \u043d\u0430\u0441\S+) |^(?:in|on|for|with) \S+$/i;

/**
 * False for a prompt that surely does not go on with what was before.
 * @param asked its words
 * @param routes it routes memories by itself
 */
export function mayFollow(prompt: string, asked: readonly Asked[], routes: boolean): boolean {
  if (asked.length === 0 || prompt.length >= BRIEF) return false;
  if (!routes && asked.some(({ alike, df, usage }) => !alike && df > 0 && !usage.everyday)) return true;
  return GOES_ON.test(prompt) || (prompt.charCodeAt(0) >= 0x600 && prompt.length < BRIEF_WIDE);
}
