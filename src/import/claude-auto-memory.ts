// What Claude Code has noted by itself: ~/.claude/projects/<project>/memory/*.md. Cold.
import path from 'node:path';
import { dateIn } from '../memory/file.ts';
import type { Memory } from '../memory/memory.ts';
import { oneLine } from '../memory/summary.ts';
import { claudeFolder } from './claude-md.ts';
import { cutIntoDrafts, draftOf, filesBelow, type Known, readText } from './reading.ts';
import { type RuleFile, RuleFileError, readRuleFile, textOf } from './rule-file.ts';
import { type Draft, type Found, type From, nothing, type Source } from './source.ts';

export const claudeAutoMemory: Source = {
  name: 'claude-auto-memory',
  title: 'what Claude Code has noted by itself',
  places: '~/.claude/projects/<project>/memory',
  find: findAutoMemory,
};

/** Its four kinds, in our words. */
const TYPES: Readonly<Record<string, Memory['type']>> = {
  user: 'preference',
  feedback: 'rule',
  project: 'fact',
  reference: 'fact',
};

function findAutoMemory(from: From): Found {
  const found = nothing();
  const projects = path.join(claudeFolder(from), 'projects');
  for (const root of new Set([from.project.root, from.project.tree])) {
    const folder = path.join(projects, slugOf(root), 'memory');
    for (const file of filesBelow(folder, '**/*.md')) {
      const text = readText(file, found);
      if (text === undefined) continue;
      try {
        found.drafts.push(...draftsOf(file, text, from));
      } catch (error) {
        if (!(error instanceof RuleFileError)) throw error;
        found.problems.push({ file, line: error.line, message: error.message });
      }
    }
  }
  return found;
}

/** How Claude Code names a project's folder: its path with a dash for whatever is no letter or digit. */
function slugOf(root: string): string {
  return root.replace(/[^A-Za-z0-9]/g, '-');
}

/** A file of one kind is one memory; the index, and files without a kind, are cut into pieces. */
function draftsOf(file: string, text: string, from: From): Draft[] {
  const read = readRuleFile(text);
  const isIndex = path.basename(file) === 'MEMORY.md';
  const kind = kindOf(read);
  const known: Known = { type: (kind && TYPES[kind]) || 'fact', scope: kind === 'user' ? 'user' : 'project' };
  if (isIndex || Object.keys(read.front).length === 0) {
    const body = isIndex ? withoutLinks(read.body) : read.body;
    return cutIntoDrafts(file, body, read.bodyLine, known, from);
  }
  const body = textOf(read);
  if (body === '') return [];
  const { description, name } = read.front;
  const summary = oneLine(typeof description === 'string' ? description : '');
  const id = typeof name === 'string' && /^[a-z0-9][a-z0-9._-]{0,79}$/.test(name) ? name : undefined;
  const created = dateIn(/(?:^|\s)modified:\s*(\S+)/.exec(String(read.front.metadata ?? ''))?.[1]);
  const over = { ...(summary ? { summary } : {}), ...(id ? { id } : {}), ...(created ? { created } : {}) };
  return [{ from: file, line: read.bodyLine, scope: known.scope, memory: draftOf(body, file, '', known, from, over) }];
}

/** `type: feedback`, also below `metadata:`. */
function kindOf({ front }: RuleFile): string | undefined {
  const [, nested] = /(?:^|\s)type:\s*(\w+)/.exec(String(front.metadata ?? '')) ?? [];
  return typeof front.type === 'string' ? front.type : nested;
}

/** The index names the other files, which are memories themselves. */
function withoutLinks(body: string): string {
  return body
    .split('\n')
    .map((line) => (/^\s*[-*+]\s+\[[^\]]*\]\([^)]*\.md\)/.test(line) ? '' : line))
    .join('\n');
}
