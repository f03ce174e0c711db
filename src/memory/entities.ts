// What memories call by a name: entities with their aliases, and under each what its memories say of it. Cold: compiled into the index, where
// route/entities.ts finds it.
import { NAMES_KEY } from '../index/layout.ts';
import { type EntityText, entityKey, nameKey, nameWords } from '../route/names.ts';
import { neutralise, neutralLine } from '../text/neutral.ts';
import { redact } from '../text/secrets.ts';
import { AS_WRITTEN, documentTerms, languagesOf, queryTerms } from '../text/terms.ts';
import { aspectsOf } from './aspects.ts';
import type { Memory } from './memory.ts';

/** A memory as entities see it. */
export interface Bearer {
  memory: Pick<Memory, 'id' | 'summary' | 'entities' | 'aliases'>;
  /** As it is sent. */
  body: string;
}

/** An entity as people are told of it. */
export interface Entity {
  name: string;
  aliases: string[];
  /** Names of it that others have too, with those: a prompt that says such a name gets nothing. */
  shared: { name: string; others: string[] }[];
  /** Names that are switched off, or made of words that no prompt is searched for. */
  silent: string[];
  /** Ids, in startup order. */
  memories: string[];
}

export interface Entities {
  /** By name. */
  entities: Entity[];
  /** Texts for the index, by key (index/layout.ts). */
  texts: Map<string, string>;
}

/** What the index holds of one entity, UTF-16 units: of more the memories that start sessions first. */
const LARGEST = 65_536;
/** A longer name is none. */
const LONGEST_NAME = 80;

/**
 * @param bearers all memories, in startup order: an entry's place is its ordinal
 * @param disabled names that are to do nothing
 */
export function entitiesOf(bearers: readonly Bearer[], disabled: readonly string[]): Entities {
  const found = gather(bearers);
  const off = new Set(disabled.flatMap((name) => sequencesOf(name).map(({ words }) => words)));
  /** By the words of a name: the first of them that prompts are searched for, and the entities that have the name. */
  const owners = new Map<string, { first: string; entities: Set<number> }>();
  const silent = new Set<string>();
  found.forEach(({ names }, n) => {
    for (const name of names) {
      const sequences = sequencesOf(name);
      if (sequences.some(({ words }) => off.has(words)) || sequences.every(({ first }) => !first)) silent.add(name);
      else
        for (const { words, first } of sequences) {
          const owner = owners.get(words) ?? { first, entities: new Set() };
          owners.set(words, owner);
          owner.entities.add(n);
        }
    }
  });
  const texts = new Map<string, string>();
  const byFirst = new Map<string, [words: string, entity: number][]>();
  const heard = new Set<number>();
  for (const [words, { first, entities }] of owners) {
    if (!first) continue;
    const [entity = -1] = entities.size > 1 ? [] : entities;
    const names = byFirst.get(first) ?? [];
    byFirst.set(first, names);
    names.push([words, entity]);
    heard.add(entity);
  }
  if (byFirst.size > 0) texts.set(NAMES_KEY, ` ${[...byFirst.keys()].join(' ')} `);
  for (const [first, names] of byFirst) texts.set(nameKey(first), JSON.stringify(names));
  found.forEach(({ names: [name = ''], ordinals }, n) => {
    if (heard.has(n)) texts.set(entityKey(n), contentOf(neutralLine(redact(name).text), ordinals, bearers));
  });
  const othersWith = (name: string, n: number) => {
    const all = sequencesOf(name).flatMap(({ words }) => [...(owners.get(words)?.entities ?? [])]);
    return [...new Set(all)].filter((other) => other !== n).map((other) => found[other]!.names[0]!);
  };
  return {
    entities: found
      .map(({ names, ordinals }, n) => ({
        name: names[0]!,
        aliases: names.slice(1),
        shared: names
          .map((name) => ({ name, others: silent.has(name) ? [] : othersWith(name, n) }))
          .filter(({ others }) => others.length > 0),
        silent: names.filter((name) => silent.has(name)),
        memories: ordinals.map((ordinal) => bearers[ordinal]!.memory.id),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    texts,
  };
}

interface Found {
  /** The entity's own name, then its aliases. */
  names: string[];
  ordinals: number[];
}

/** Entities of one spelling, case ignored, are one; its first memory's spelling counts. */
function gather(bearers: readonly Bearer[]): Found[] {
  const found = new Map<string, { names: Map<string, string>; ordinals: Set<number> }>();
  bearers.forEach(({ memory }, ordinal) => {
    for (const entity of memory.entities) {
      if (entity.length > LONGEST_NAME) continue;
      const key = folded(entity);
      const own = found.get(key) ?? { names: new Map([[key, entity]]), ordinals: new Set() };
      found.set(key, own);
      own.ordinals.add(ordinal);
      for (const alias of aliasesOf(memory, entity)) {
        if (alias.length <= LONGEST_NAME && !own.names.has(folded(alias))) own.names.set(folded(alias), alias);
      }
    }
  });
  return [...found.values()].map(({ names, ordinals }) => ({ names: [...names.values()], ordinals: [...ordinals] }));
}

/** A list names the memory's first entity; a mapping says which. */
function aliasesOf({ entities, aliases }: Bearer['memory'], entity: string): readonly string[] {
  if (!aliases) return [];
  if (Array.isArray(aliases)) return entity === entities[0] ? aliases : [];
  return Object.entries(aliases).flatMap(([name, list]) => (folded(name) === folded(entity) ? list : []));
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A name as a prompt may have it: word by word, and an identifier in one. */
function sequencesOf(name: string): { words: string; first: string }[] {
  const apart = name.replace(/[-_./:\\]+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const joined = /\s/.test(name.trim()) ? apart : name.replace(/[-_./:\\]+/g, '').toLowerCase();
  return [...new Set([apart, joined])].flatMap((text) => {
    const words = nameWords(text);
    const asked = new Set(queryTerms(text).flatMap(({ term, idle }) => (idle ? [] : [term])));
    return words.length === 0 ? [] : [{ words: words.join(' '), first: words.find((word) => asked.has(word)) ?? '' }];
  });
}

/** An `EntityText`. */
function contentOf(name: string, ordinals: readonly number[], bearers: readonly Bearer[]): string {
  const content: EntityText = { name, aspects: [] };
  let length = 0;
  for (const ordinal of ordinals) {
    const { memory, body } = bearers[ordinal]!;
    const languages = languagesOf(`${memory.summary}\n${body}`);
    // A line may be of another language than the rest.
    const terms = (text: string) =>
      ` ${[...new Set(documentTerms(text, [...new Set([...languages, ...languagesOf(text)])]))].filter((term) => term[0] !== AS_WRITTEN).join(' ')} `;
    for (const { heading, lines } of aspectsOf(body)) {
      const told = terms(heading || memory.summary);
      // The body is neutral as it stands; what was within a line of it may begin one now.
      const shown = lines.map((line): [string, string] => [neutralise(line), terms(line)]);
      const aspect: EntityText['aspects'][number] = [ordinal, neutralLine(heading), told, shown];
      length += JSON.stringify(aspect).length + 1;
      if (length > LARGEST) return JSON.stringify(content);
      content.aspects.push(aspect);
    }
  }
  return JSON.stringify(content);
}
