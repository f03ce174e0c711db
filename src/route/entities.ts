// What the memories say of an entity that a prompt names, as far as the prompt asks for it (S-16). The hook loads it when a word of the prompt
// begins a name.
import type { Lexicon } from '../index/lexicon.ts';
import { clausesOf } from '../text/clauses.ts';
import { isReply } from '../text/common.ts';
import { type EntityText, entityKey, nameKey, nameWords } from './names.ts';
import type { Asked } from './rank.ts';

/** A section of a memory, measured by the prompt. */
export interface Aspect {
  entity: string;
  /** The memory's ordinal. */
  memory: number;
  heading: string;
  /** The share of what the prompt asks beside the name that its best line holds with the heading, 0–1. */
  score: number;
  /** Those that hold more than the least. */
  lines: string[];
}

/** Entities of one prompt, aspects of one entity, lines of all. */
const ENTITIES = 2;
const ASPECTS = 3;
const LINES = 8;
/** What a word counts of which the line has but the beginning, in languages that inflect much. */
const BEGINNING = 0.8;
/** What a word counts that no memory holds: it says how something is asked as often as what. */
const UNKNOWN = 0.5;
/** What an everyday word counts against one that tells what is asked. */
const EVERYDAY = 0.25;

/**
 * @param asked the words of the prompt
 * @param least a score must be more
 * @returns the best first; none where no entity is named, only one by a name that several have, or nothing is asked of it
 */
export function aspectsNamed(lexicon: Lexicon, prompt: string, asked: readonly Asked[], least: number): Aspect[] {
  const { entities, words, clauses } = namesIn(lexicon, prompt, asked);
  if (entities.length === 0) return [];
  const needs = needsOf(asked, words, clauses);
  const found = entities.flatMap((entity) => aspectsOf(lexicon, entity, needs, least));
  // Behind the score the order stays: of the entities in the prompt, of their memories at a session's start.
  found.sort((a, b) => b.score - a.score);
  const names = [...new Set(found.map(({ entity }) => entity))].slice(0, ENTITIES);
  let left = LINES;
  return names
    .flatMap((name) => found.filter(({ entity }) => entity === name).slice(0, ASPECTS))
    .flatMap((aspect) => {
      const lines = aspect.lines.slice(0, left);
      left -= lines.length;
      return lines.length > 0 ? [{ ...aspect, lines }] : [];
    });
}

interface Named {
  /** Numbers, in the order of the prompt. */
  entities: number[];
  /** The words of all names that were found, also of those that several entities have. */
  words: Set<string>;
  /** The bits of the clauses that name an entity. */
  clauses: number;
}

function namesIn(lexicon: Lexicon, prompt: string, asked: readonly Asked[]): Named {
  const named: Named = { entities: [], words: new Set(), clauses: 0 };
  const known: { words: string[]; entity: number }[] = [];
  for (const { query } of asked) {
    const text = lexicon.lookup(nameKey(query.term))?.text();
    const names = text ? (JSON.parse(text) as [string, number][]) : [];
    known.push(...names.map(([words, entity]) => ({ words: words.split(' '), entity })));
  }
  // Of names that begin at one place the longest counts.
  known.sort((a, b) => b.words.length - a.words.length);
  clausesOf(prompt).forEach(({ text, pasted }, i) => {
    if (pasted) return;
    const words = nameWords(text);
    for (let at = 0; at < words.length; at++) {
      const name = known.find((it) => it.words.every((word, n) => words[at + n] === word));
      if (!name) continue;
      for (const word of name.words) named.words.add(word);
      at += name.words.length - 1;
      if (name.entity < 0) continue;
      named.clauses |= 1 << i;
      if (!named.entities.includes(name.entity)) named.entities.push(name.entity);
    }
  });
  return named;
}

/** What is asked beside the names: of the prompt as a whole, and of each clause with a name. */
interface Need {
  words: { weight: number; tells: boolean; forms: [term: string, counts: number][] }[];
  total: number;
}

function needsOf(asked: readonly Asked[], names: ReadonlySet<string>, clauses: number): Need[] {
  const ofName = new Set(asked.filter(({ query }) => names.has(query.term)).map(({ query }) => query.word));
  const words = new Map<number, Need['words'][number] & { clauses: number; known: boolean; wide: boolean }>();
  for (const { query, alike, usage, idf, df } of asked) {
    if (query.extra || ofName.has(query.word)) continue;
    let word = words.get(query.word);
    if (!word) {
      word = { weight: 0, tells: true, forms: [], clauses: query.clauses, known: false, wide: query.term >= '\u0e00' };
      words.set(query.word, word);
    }
    word.forms.push([query.term, alike || (query.term.endsWith('*') ? BEGINNING : 1)]);
    if (df > 0) word.known = true;
    if (alike) continue;
    word.tells &&= !isReply(query.term);
    if (query.weight === 1) word.weight = idf * (usage.everyday ? EVERYDAY : 1);
  }
  const whole = -1;
  const masks = [whole];
  for (let bit = 1; bit > 0 && bit <= clauses; bit <<= 1) if (clauses & bit) masks.push(bit);
  return masks.flatMap((mask) => {
    // A pair that no memory has mostly cuts across two words.
    const inside = [...words.values()].filter((word) => word.clauses & mask && (word.known || !word.wide));
    const total = inside.reduce((sum, { weight, known }) => sum + weight * (known ? 1 : UNKNOWN), 0);
    return inside.some(({ tells }) => tells) ? [{ words: inside, total }] : [];
  });
}

function aspectsOf(lexicon: Lexicon, entity: number, needs: readonly Need[], least: number): Aspect[] {
  const text = lexicon.lookup(entityKey(entity))?.text();
  if (!text) return [];
  const { name, aspects } = JSON.parse(text) as EntityText;
  const most = (terms: string) => Math.max(0, ...needs.map((need) => covered(need, terms)));
  return aspects.flatMap(([memory, heading, terms, all]) => {
    const lines = all.map(([line, own]) => ({ line, score: most(terms + own), own: most(own) }));
    const passing = lines.filter(({ score }) => score > least);
    if (passing.length === 0) return [];
    // Where the heading alone holds what is asked, each line below it does.
    const asked = passing.some(({ own }) => own > 0) ? passing.filter(({ own }) => own > 0) : passing;
    const score = Math.max(...asked.map((it) => it.score));
    return [{ entity: name, memory, heading, score, lines: [...new Set(asked.map(({ line }) => line))] }];
  });
}

/** The share of what is asked that these terms hold; 0 where none of it tells what the prompt is about. */
function covered({ words, total }: Need, terms: string): number {
  let held = 0;
  let told = false;
  for (const { weight, tells, forms } of words) {
    let best = 0;
    for (const [term, counts] of forms) if (counts > best && terms.includes(` ${term} `)) best = counts;
    held += weight * best;
    told ||= tells && best > 0;
  }
  return told ? Math.min(1, held / total) : 0;
}
