// A prompt that goes on with what was talked of before: `and for staging?` (O-22, O-23). What was talked of is told by the memories that the
// session's last prompts routed; of the prompts themselves nothing is kept.
import type { Index, IndexedMemory } from '../index/read.ts';
import { queryOf } from '../text/terms.ts';
import { type Why, whyFollows } from './cues.ts';
import { gateValue, needOf } from './gate.ts';
import { type Asked, ask, type Hit } from './rank.ts';

export interface FollowUp {
  why: Why;
  /** What the prompt is taken to ask for: its own words, then those of the memory that it goes on from. */
  query: string;
  /** The memory that it goes on from. */
  from: string;
  /** Best first; the prompt's own behind them. */
  hits: Hit[];
}

/** New words of such a prompt (O-22). */
const NEW = 2;
/** Words of what is no sentence. */
const PART = 4;
/** Turns that it may go on from (O-23), and memories of each. */
const TURNS = 4;
const MEMORIES = 2;
/** What a turn further back, or a memory further down, must have more, in log odds. */
const OLDER = 0.5;
/** Of the words of a topic those count that tell so much of what its rarest tells: `minute` is no topic. */
const TELLING = 0.5;
/**
 * The least log odds that a memory answers the prompt and what it holds of the topic: in the dialogues of test/fixtures/followups.jsonl, among
 * 60 to 3,000 other memories, those that were meant had 4.2 and more, those that were not 3.6 and less …
 */
export const FOLLOWS = 4;
/** … and how near to the best of them others must come. */
const NEAR = 2;
/** Memories that are measured, and those that a follow-up brings. */
const MEASURED = 24;
const MOST = 3;
/** What is read of a term's list. */
const LISTED = 1_024;

/** A word in its forms. */
type Word = Asked[];

/**
 * @param asked the words of the prompt
 * @param hits what it routes by itself
 * @param turns ids that the session's last prompts routed, the newest first, each best first
 * @returns undefined where it stands for itself, or nothing is found by going on
 */
export function followUp(
  index: Index,
  prompt: string,
  asked: readonly Asked[],
  hits: readonly Hit[],
  turns: () => readonly (readonly string[])[],
): FollowUp | undefined {
  const why = whyFollows(prompt);
  // What routes something by itself is only added to where it says that it goes on.
  if (!why || (hits.length > 0 && why !== 'cue')) return undefined;
  const own = wordsOf(asked);
  if (why !== 'cue' && !own.some(isKnown)) return undefined;
  const [nearest, ...further] = talkedOf(turns(), why === 'cue' ? MEMORIES : 1);
  const last = nearest && topicOf(index, nearest);
  if (!last) return undefined;
  const fresh = own.filter((word) => !isAmong(word, last.words));
  if (fresh.length === 0 || fresh.length > NEW) return undefined;
  const known = fresh.filter(isKnown);
  const topics = known.length > 0 ? [last, ...further.flatMap((it) => topicOf(index, it) ?? [])] : [];
  const found = together(index, own, known, topics);
  const there = (doc: number) => hits.some((hit) => hit.doc === doc);
  const [best] = found;
  if (best) {
    const query = [...own, ...best.held].map(([word]) => word!.query.term).join(' ');
    const added = found.map(({ hit }) => hit);
    return {
      why,
      query,
      from: best.from,
      hits: [...added, ...hits.filter(({ doc }) => !added.some((hit) => hit.doc === doc))],
    };
  }
  // What no memory knows is said of the same, where it is said to be.
  const isPart = prompt.trim().split(/\s+/).length <= PART;
  if (why !== 'cue' || !isPart || known.length > 0 || there(last.memory.ordinal)) return undefined;
  const query = [...own, ...last.words].map(([word]) => word!.query.term).join(' ');
  const again = { doc: last.memory.ordinal, score: 0, gate: FOLLOWS };
  return { why, query, from: last.memory.id, hits: [again, ...hits] };
}

interface TalkedOf {
  id: string;
  /** Turns ago, and places from the best of its turn. */
  away: number;
}

/** Memories that the last turns routed, each as near as it is. */
function talkedOf(turns: readonly (readonly string[])[], ofEach: number): TalkedOf[] {
  const found = new Map<string, number>();
  turns.slice(0, TURNS).forEach((ids, turn) => {
    ids.slice(0, ofEach).forEach((id, place) => {
      found.set(id, Math.min(found.get(id) ?? Number.POSITIVE_INFINITY, turn + place));
    });
  });
  return [...found].map(([id, away]) => ({ id, away }));
}

interface Topic {
  memory: IndexedMemory;
  /** As in TalkedOf. */
  away: number;
  words: Word[];
}

/** A memory by the words of its name and of its summary. */
function topicOf(index: Index, { id, away }: TalkedOf): Topic | undefined {
  const memory = index.find(id);
  if (!memory) return undefined;
  const { terms } = queryOf(`${id.replace(/[-_.]+/g, ' ')}\n${memory.summary}`);
  const words = wordsOf(terms.map((query) => ask(index, query, 0))).filter(isKnown);
  const most = Math.max(...words.map(infoOf));
  return { memory, away, words: words.filter((word) => infoOf(word) >= TELLING * most) };
}

/** The words that tell something, in their forms, synonyms and near spellings among them. */
function wordsOf(asked: readonly Asked[]): Word[] {
  const words = new Map<number, Word>();
  for (const one of asked) {
    const { word, extra, idle, term } = one.query;
    // How a word is written (text/terms.ts) is no other form of it.
    if (extra || idle || term[0] === '=') continue;
    words.set(word, [...(words.get(word) ?? []), one]);
  }
  return [...words.values()].filter(([first]) => {
    const isPair = first!.query.term >= '\u0e00';
    // A pair that no memory has mostly cuts across two words.
    return !first!.usage.everyday && (!isPair || first!.df > 0);
  });
}

interface Together {
  hit: Hit;
  from: string;
  /** The words of the topic that the memory holds. */
  held: Word[];
}

/** Memories that hold a new word of the prompt and words of what was talked of, as though the prompt had asked for both. */
function together(index: Index, own: readonly Word[], known: readonly Word[], topics: readonly Topic[]): Together[] {
  const lists = new Map<string, Map<number, number>>();
  for (const { query, postings } of [...own, ...topics.flatMap(({ words }) => words)].flat()) {
    if (lists.has(query.term)) continue;
    const { docs = [], impacts = [] } = postings?.first(LISTED) ?? {};
    lists.set(query.term, new Map([...docs].map((doc, i) => [doc, impacts[i]!])));
  }
  const impactOf = (term: string, doc: number) => lists.get(term)?.get(doc) ?? 0;
  const holds = (word: Word, doc: number) => word.some(({ query }) => impactOf(query.term, doc) > 0);
  const candidates = new Set(known.flat().flatMap(({ query }) => [...(lists.get(query.term)?.keys() ?? [])]));
  const pairs = [...candidates].flatMap((doc) =>
    topics.flatMap((topic) => {
      const held = topic.words.filter((word) => !isAmong(word, own) && holds(word, doc));
      return held.length > 0 ? [{ doc, topic, held }] : [];
    }),
  );
  const sum = (words: readonly Word[]) => words.reduce((all, word) => all + infoOf(word), 0);
  pairs.sort((a, b) => sum(b.held) - sum(a.held) || a.topic.away - b.topic.away || a.doc - b.doc);
  const measured = pairs.slice(0, MEASURED).map(({ doc, topic, held }): Together => {
    const terms = [...own, ...held].flatMap((word, n) =>
      word.map((term) => ({ ...term, query: { ...term.query, word: n, clauses: 1 } })),
    );
    const need = needOf(terms, 1, index.count, index.averageLength);
    const impacts = terms.map(({ query }) => impactOf(query.term, doc));
    const gate = need ? gateValue(need, impacts) - OLDER * topic.away : Number.NEGATIVE_INFINITY;
    return { hit: { doc, score: 0, gate }, from: topic.memory.id, held };
  });
  measured.sort((a, b) => b.hit.gate - a.hit.gate || a.hit.doc - b.hit.doc);
  const least = Math.max(FOLLOWS, (measured[0]?.hit.gate ?? 0) - NEAR);
  const seen = new Set<number>();
  return measured.filter(({ hit }) => hit.gate >= least && !seen.has(hit.doc) && seen.add(hit.doc)).slice(0, MOST);
}

/** A memory holds it. */
function isKnown(word: Word): boolean {
  return word.some(({ df }) => df > 0);
}

/** How much a word tells: its idf. */
function infoOf([first]: Word): number {
  return first!.idf;
}

/** Whether one of these words has a form in common with it. */
function isAmong(word: Word, others: readonly Word[]): boolean {
  return others.some((other) => other.some(({ query }) => word.some((form) => form.query.term === query.term)));
}
