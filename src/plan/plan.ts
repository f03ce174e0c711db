// Fits routed memories into a budget: body, card or left out. A body is never cut.
import { measure, type Unit, utf8Length } from '../text/units.ts';
import { bodyBlock, cardLine, FRAME, frame, type Named } from './frame.ts';

/** A routed memory that the session lacks. */
export interface Item<M extends Named = Named> {
  memory: M;
  /** Undefined where it may only be a card. */
  body?: string;
  /** Its card has been shown, so that it may only be a body. */
  cardShown?: boolean;
}

/** What an answer may hold: both bounds count. */
export interface Budget {
  /** UTF-8 bytes: 4 × the configured tokens. */
  bytes: number;
  /** The host's own cap. */
  cap: { limit: number; unit: Unit };
}

export interface Plan<M extends Named = Named> {
  /** In rank order. */
  bodies: M[];
  cards: M[];
  left: M[];
  /** The framed text; empty where nothing fits. */
  text: string;
}

export interface PlanOptions {
  /** The line that says how to read more. */
  more: boolean;
  /** What stands after the frame and counts against the budget too. */
  tail: string;
}

/** The share of a budget that bodies leave to the cards of the next ranks. */
const CARD_SHARE = 1 / 4;

/**
 * Bodies in rank order as far as they fit, then cards in rank order, then nothing. A body that does not fit is a card, and
 * does not keep smaller ones behind it from being sent whole. Bodies leave room for the cards of the others, the best body
 * excepted.
 * @param items in rank order
 */
export function plan<M extends Named>(items: readonly Item<M>[], budget: Budget, options: PlanOptions): Plan<M> {
  const room = purse(budget);
  room.pay(FRAME.open + FRAME.close + (options.more ? FRAME.more : '') + (options.tail ? `\n${options.tail}` : ''));
  const blocks = items.map((item) => (item.body === undefined ? undefined : bodyBlock(item.memory, item.body)));
  const lines = items.map((item) => (item.cardShown ? undefined : cardLine(item.memory)));

  const chosen = new Set<number>();
  blocks.forEach((block, i) => {
    if (block === undefined) return;
    const others = lines.filter((line, j) => line !== undefined && j !== i && !chosen.has(j)).join('');
    const reserve = chosen.size === 0 ? '' : others && FRAME.cards + others;
    if (room.fits(block, reserve)) {
      room.pay(block);
      chosen.add(i);
    }
  });

  const cards = new Set<number>();
  for (const [i, line] of lines.entries()) {
    if (line === undefined || chosen.has(i)) continue;
    const text = cards.size === 0 ? FRAME.cards + line : line;
    // The first that does not fit ends the list: what is left out is what ranks lowest.
    if (!room.fits(text, '')) break;
    room.pay(text);
    cards.add(i);
  }

  const memories = (set: Set<number>) => items.filter((_, i) => set.has(i)).map((item) => item.memory);
  const text = frame(
    blocks.filter((block, i): block is string => block !== undefined && chosen.has(i)),
    lines.filter((line, i): line is string => line !== undefined && cards.has(i)),
    options.more,
  );
  return {
    bodies: memories(chosen),
    cards: memories(cards),
    left: items.filter((_, i) => !chosen.has(i) && !cards.has(i)).map((item) => item.memory),
    text,
  };
}

function purse(budget: Budget) {
  let bytes = budget.bytes;
  let units = budget.cap.limit;
  return {
    /** @param reserve what should still fit afterwards, up to a share of the whole */
    fits(text: string, reserve: string): boolean {
      const reservedBytes = Math.min(utf8Length(reserve), budget.bytes * CARD_SHARE);
      const reservedUnits = Math.min(measure(reserve, budget.cap.unit), budget.cap.limit * CARD_SHARE);
      return utf8Length(text) + reservedBytes <= bytes && measure(text, budget.cap.unit) + reservedUnits <= units;
    },
    pay(text: string) {
      bytes -= utf8Length(text);
      units -= measure(text, budget.cap.unit);
    },
  };
}
