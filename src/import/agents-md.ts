// AGENTS.md files: of the project, from the top down, each for its folder; of Codex's user. Cold.
import path from 'node:path';
import { cutIntoDrafts, filesOfProject, patternOf, readText } from './reading.ts';
import { type Found, type From, nothing, type Source } from './source.ts';

export const agentsMd: Source = {
  name: 'agents-md',
  title: 'instructions that many agents read',
  places: 'AGENTS.md (and AGENTS.override.md) of the project and below, ~/.codex/AGENTS.md',
  find: findAgentsMd,
};

const NAMES = ['AGENTS.override.md', 'AGENTS.md'];

function findAgentsMd(from: From): Found {
  const found = nothing();
  const { tree } = from.project;
  const codex = from.env.CODEX_HOME ? path.resolve(from.env.CODEX_HOME) : path.join(from.home, '.codex');
  const files = filesOfProject(from, NAMES).filter((file) => !file.startsWith(codex + path.sep));
  for (const file of files) {
    const appliesTo = patternOf(path.dirname(file), tree);
    const text = readText(file, found);
    if (text !== undefined) {
      found.drafts.push(
        ...cutIntoDrafts(file, text.replace(/^\uFEFF/, ''), 1, { type: 'rule', scope: 'project', appliesTo }, from),
      );
    }
  }
  for (const name of NAMES) {
    const file = path.join(codex, name);
    const text = readText(file, found);
    if (text !== undefined) {
      found.drafts.push(...cutIntoDrafts(file, text.replace(/^\uFEFF/, ''), 1, { type: 'rule', scope: 'user' }, from));
    }
  }
  return found;
}
