// What `engram route` tells of the entities that a prompt names.
import { entityAside, namedAspects } from '../hook/entities.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Aside } from '../plan/plan.ts';
import { beginsName } from '../route/alike.ts';
import { aspectsNamed } from '../route/entities.ts';
import type { Ranking } from '../route/rank.ts';
import type { Claim } from '../session/log.ts';

/** An aspect of a named entity, whether it is sent or not. */
export interface Measured {
  entity: string;
  aspect: string;
  memory: string;
  /** 0–1. */
  score: number;
  /** More than `entities.min_score`. */
  passes: boolean;
}

export interface NamedEntities {
  measured: Measured[];
  /** As the hook says it beside these bodies, in a new session. */
  aside(bodies: readonly IndexedMemory[]): Aside<Claim> | undefined;
}

export function namedEntities(index: Index, prompt: string, { asked }: Ranking): NamedEntities {
  const { config, named } = index.head;
  if (!named || !beginsName(index, asked)) return { measured: [], aside: () => undefined };
  const passing = namedAspects(index, prompt, asked);
  return {
    measured: aspectsNamed(index, prompt, asked, 0).map(({ entity, heading, memory, score }) => ({
      entity,
      aspect: heading,
      memory: index.memory(memory).id,
      score,
      passes: score > config['entities.min_score'],
    })),
    aside: (bodies) =>
      entityAside(passing, config['entities.max_chars'], ({ id }) => bodies.some((body) => body.id === id), new Map()),
  };
}
