// What is made of a turn: what it gave that is worth remembering, as episodes and proposals. Cold.
import fs from 'node:fs';
import { loadConfig } from '../config/load.ts';
import type { Places } from '../index/places.ts';
import { findProject } from '../index/places.ts';
import { offerAlike } from '../memory/other-indexes.ts';
import { syncProject } from '../memory/sync.ts';
import { addEpisode, dropEpisode } from '../store/episodes.ts';
import type { Store } from '../store/open.ts';
import { type Candidate, tierOf } from './extract/candidate.ts';
import { projectsOf, proposalWorld, propose } from './proposals.ts';
import { readTurn } from './read-turn.ts';
import type { CapturedTurn } from './turn.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Makes use of turns, one after another. */
export interface Learner {
  /** Once more of the same turn changes nothing. @throws where something of it cannot be written: nothing of it counts as used */
  use(store: Store, turn: CapturedTurn): Promise<void>;
  /** Has the projects that something was proposed for, and these, say so at their next start. */
  end(others: readonly string[]): void;
}

/**
 * @param who the name of the system's user
 * @param log takes why a model's call failed, without any text of a turn
 */
export function learner(places: Places, env: Env, who: string, log: (line: string) => void): Learner {
  const proposedFor = new Set<string>();
  return {
    async use(store, turn) {
      const { root } = turn.key;
      const world = proposalWorld(root, places, env, new Date(), who);
      const { config } = loadConfig(world.project.configs);
      const candidates = await readTurn(store, turn, { config, folder: places.home, env, now: new Date(), log });
      for (const candidate of candidates) {
        const tier = tierOf(candidate);
        if (tier === 'none') continue;
        keepEpisode(store, candidate, turn);
        if (tier !== 'proposal') continue;
        const made = propose(store, candidate, world, { session: turn.key, sequence: turn.sequence });
        // Said again, it is kept no more than the first time.
        if ('rejected' in made && made.rejected !== undefined) dropEpisode(store, turn.key, candidate.text);
        for (const folder of 'root' in made ? projectsOf(made) : [root]) proposedFor.add(folder);
      }
    },
    end(others) {
      for (const root of new Set([...proposedFor, ...others])) {
        if (!fs.existsSync(root)) continue;
        const { indexFile } = syncProject({ project: findProject(root, places, env), places, env, now: new Date() });
        offerAlike(indexFile, places);
      }
      proposedFor.clear();
    },
  };
}

/** Whatever else becomes of it; a skill that was marked is known by that. */
function keepEpisode(store: Store, { text, importance, dream, type }: Candidate, { key, at }: CapturedTurn): void {
  const kind = dream && type === 'skill' ? 'dream_skill' : 'turn';
  addEpisode(store, { kind, host: key.host, root: key.root, session: key.session, text, importance, at });
}
