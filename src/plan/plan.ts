// Fits routed memories into a budget: body, card or left out. A body is never cut.
import { type Unit, utf8Length } from '../text/units.ts';
import { bodyBlock, CARDS, cardLine, type FrameOptions, frame, type Named, surroundings } from './frame.ts';

/** A routed memory that the session lacks. */
export interface Item<M extends Named = Named> {
  memory: M;
  /** Undefined where it may only be a card. Read when there is room for so many UTF-8 bytes, so that most need not be. */
  body?: { bytes: number; read(): string };
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
  /** What was said beside them within the frame. */
  aside?: Aside;
  /** The framed text; empty where nothing fits. */
  text: string;
}

/** A text that stands beside memories, with what is recorded of it. */
export interface Aside<Mark = unknown> {
  text: string;
  claims: readonly Mark[];
}

export interface PlanOptions<M extends Named = Named> extends FrameOptions {
  /** What stands after the frame and counts against the budget too. */
  tail: string;
  /** What is to be said beside these bodies, where they leave room for it. */
  aside?: ((bodies: readonly M[]) => Aside | undefined) | undefined;
}

/** The share of a budget that bodies leave to the cards of the next ranks. */
const CARD_SHARE = 1 / 4;

/**
 * Bodies in rank order as far as they fit, then cards in rank order, then nothing. A body that does not fit is a card, and
 * does not keep smaller ones behind it from being sent whole. Bodies leave room for the cards of the others, the best body
 * excepted.
 * @param items in rank order
 */
export function plan<M extends Named>(items: readonly Item<M>[], budget: Budget, options: PlanOptions<M>): Plan<M> {
  const { unit } = budget.cap;
  const cost = (text: string): Cost => {
    const bytes = utf8Length(text);
    return { bytes, units: unit === 'utf16' ? text.length : bytes };
  };
  const left: Cost = { bytes: budget.bytes, units: budget.cap.limit };
  const pay = (price: Cost) => {
    left.bytes -= price.bytes;
    left.units -= price.units;
  };
  pay(cost(surroundings(options) + (options.tail ? `\n${options.tail}` : '')));

  const lines = items.map((item) => (item.cardShown ? undefined : cardLine(item.memory)));
  const prices = lines.map((line) => (line === undefined ? NOTHING : cost(line)));
  // What the cards of all that is not yet a body would take, up to a share of the whole.
  const heading = cost(CARDS);
  const cards: Cost = prices.reduce((sum, price) => plus(sum, price), NOTHING);
  const reserve = (own: Cost): Cost => ({
    bytes: Math.min(heading.bytes + cards.bytes - own.bytes, budget.bytes * CARD_SHARE),
    units: Math.min(heading.units + cards.units - own.units, budget.cap.limit * CARD_SHARE),
  });

  const blocks: (string | undefined)[] = items.map(() => undefined);
  let first = true;
  items.forEach(({ memory, body }, i) => {
    if (!body || body.bytes > left.bytes) return;
    const block = bodyBlock(memory, body.read());
    const price = cost(block);
    const kept = first ? NOTHING : reserve(prices[i]!);
    if (price.bytes + kept.bytes > left.bytes || price.units + kept.units > left.units) return;
    pay(price);
    cards.bytes -= prices[i]!.bytes;
    cards.units -= prices[i]!.units;
    blocks[i] = block;
    first = false;
  });

  const shown: (string | undefined)[] = items.map(() => undefined);
  first = true;
  for (let i = 0; i < items.length; i++) {
    const line = lines[i];
    if (line === undefined || blocks[i] !== undefined) continue;
    const price = first ? plus(prices[i]!, heading) : prices[i]!;
    // The first that does not fit ends the list: what is left out is what ranks lowest.
    if (price.bytes > left.bytes || price.units > left.units) break;
    pay(price);
    shown[i] = line;
    first = false;
  }

  const memories = (is: (i: number) => boolean) => items.filter((_, i) => is(i)).map((item) => item.memory);
  const bodies = memories((i) => blocks[i] !== undefined);
  const aside = options.aside?.(bodies);
  const price = cost(aside?.text ?? '');
  const said = aside && price.bytes <= left.bytes && price.units <= left.units;
  return {
    bodies,
    cards: memories((i) => shown[i] !== undefined),
    left: memories((i) => blocks[i] === undefined && shown[i] === undefined),
    ...(said ? { aside } : {}),
    text: frame(blocks.filter(isText), shown.filter(isText), options, said ? aside.text : ''),
  };
}

/** In both measures of a budget. */
interface Cost {
  bytes: number;
  units: number;
}

const NOTHING: Cost = { bytes: 0, units: 0 };

function plus(a: Cost, b: Cost): Cost {
  return { bytes: a.bytes + b.bytes, units: a.units + b.units };
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
