// claude-mem: observations and directives in ~/.claude-mem/claude-mem.db. Columns have come and gone between its versions. Cold.
import path from 'node:path';
import type { Memory } from '../memory/memory.ts';
import { newMemory } from '../memory/new.ts';
import { bodyOf, dayIn, listIn, memoryOf, projectName, type Row, readDatabase, rowsOf, textIn } from './databases.ts';
import { type Found, type From, nothing, type Source } from './source.ts';

export const claudeMem: Source = {
  name: 'claude-mem',
  title: 'what claude-mem has observed in this project',
  places: '~/.claude-mem/claude-mem.db (CLAUDE_MEM_DATA_DIR)',
  find: findClaudeMem,
};

/** What is knowledge; the others (change, feature, bugfix, refactor) are a log of what was done. */
const KINDS: Readonly<Record<string, { type: Memory['type']; importance: number }>> = {
  decision: { type: 'decision', importance: 0.6 },
  discovery: { type: 'fact', importance: 0.5 },
};

function findClaudeMem(from: From): Found {
  const found = nothing();
  const folder = from.env.CLAUDE_MEM_DATA_DIR || path.join(from.home, '.claude-mem');
  const file = path.join(folder, 'claude-mem.db');
  readDatabase(file, found, (db) => {
    const left: Record<string, number> = {};
    const leave = (why: string) => {
      left[why] = (left[why] ?? 0) + 1;
    };
    for (const row of rowsOf(db, 'observations')) observation(row, file, found, from, leave);
    for (const row of rowsOf(db, 'directives')) directive(row, file, found, from, leave);
    const { other = 0, log = 0 } = left;
    if (other > 0) found.notes.push(`${other} of other projects left out`);
    if (log > 0) found.notes.push(`${log} that only log what was done left out; --all takes them too`);
  });
  return found;
}

function observation(row: Row, file: string, found: Found, from: From, leave: (why: 'other' | 'log') => void): void {
  if (![textIn(row, 'project'), textIn(row, 'merged_into_project')].includes(projectName(from))) {
    leave('other');
    return;
  }
  const kind = KINDS[textIn(row, 'type')];
  if (!kind && !from.all) {
    leave('log');
    return;
  }
  let facts: string[];
  let concepts: string[];
  try {
    facts = listIn(row, 'facts');
    concepts = listIn(row, 'concepts');
  } catch (error) {
    found.problems.push({ file, line: 0, message: `observation ${row.id}: ${(error as Error).message}` });
    return;
  }
  const narrative = textIn(row, 'narrative') || textIn(row, 'text');
  const title = textIn(row, 'title');
  const body = bodyOf(narrative || textIn(row, 'subtitle'), facts);
  const created = dayIn(row.created_at_epoch ?? row.created_at);
  const { type, importance } = kind ?? { type: 'fact', importance: 0.3 };
  const source = `import:claude-mem#observation-${row.id}`;
  const memory = memoryOf({ title, body, created, tags: concepts }, type, importance, source, newMemory);
  if (memory) found.drafts.push({ from: file, line: 0, scope: 'project', memory });
}

/** A rule that its user gave. */
function directive(row: Row, file: string, found: Found, from: From, leave: (why: 'other') => void): void {
  if (textIn(row, 'status') !== 'active') return;
  const isGlobal = textIn(row, 'scope') === 'global';
  if (!isGlobal && textIn(row, 'project') !== projectName(from)) {
    leave('other');
    return;
  }
  const created = dayIn(row.created_at_epoch ?? row.created_at);
  const source = `import:claude-mem#directive-${row.id}`;
  const known = { title: '', body: textIn(row, 'content'), created, tags: [] };
  const memory = memoryOf(known, 'rule', 0.8, source, newMemory);
  if (memory) found.drafts.push({ from: file, line: 0, scope: isGlobal ? 'user' : 'project', memory });
}
