// A prompt names an entity: what the memories say of it beside the memories that are sent. In a script of its own (build.mjs).
import type { Index, IndexedMemory } from '../index/read.ts';
import { provenance } from '../plan/frame.ts';
import type { Aside } from '../plan/plan.ts';
import { type Aspect, aspectsNamed } from '../route/entities.ts';
import type { Asked } from '../route/rank.ts';
import { type Claim, claimKey } from '../session/log.ts';
import { key64 } from '../text/hash.ts';

/** An aspect with the memory that says it. */
export interface NamedAspect extends Omit<Aspect, 'memory'> {
  memory: IndexedMemory;
}

const HEADING = '\n## Relevant Entity Context\n';

/** The best first. */
export function namedAspects(index: Index, prompt: string, asked: readonly Asked[]): NamedAspect[] {
  const found = aspectsNamed(index, prompt, asked, index.head.config['entities.min_score']);
  return found.map((aspect) => ({ ...aspect, memory: index.memory(aspect.memory) }));
}

/**
 * The block of these aspects, as far as it fits; a line is never cut.
 * @param most UTF-16 units
 * @param isThere the memory's body is sent with it, or the session has it
 * @param holders what the session was sent (S-15: each aspect once)
 */
export function entityAside(
  aspects: readonly NamedAspect[],
  most: number,
  isThere: (memory: IndexedMemory) => boolean,
  holders: ReadonlyMap<string, string>,
): Aside<Claim> | undefined {
  let text = HEADING;
  const claims: Claim[] = [];
  for (const { entity, memory, heading, lines } of aspects) {
    if (isThere(memory)) continue;
    const claim: Claim = { kind: 'h', id: 'entity', hash: key64([memory.id, heading, ...lines].join('\0')) };
    if (holders.has(claimKey(claim))) continue;
    let block = `${entity}${heading && `, ${heading}`} [memory ${memory.id} | ${memory.file} | ${provenance(memory)}]\n`;
    const empty = block.length;
    for (const line of lines) if (text.length + block.length + line.length + 3 <= most) block += `- ${line}\n`;
    if (block.length === empty) continue;
    text += block;
    claims.push(claim);
  }
  return claims.length > 0 ? { text, claims } : undefined;
}
