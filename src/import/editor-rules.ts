// Rule files of Cursor and of Windsurf (Devin Desktop): a file a rule, with front matter that says when it counts. Cold.
import fs from 'node:fs';
import path from 'node:path';
import { oneLine } from '../memory/summary.ts';
import { cutIntoDrafts, draftOf, filesOfProject, isInside, patternOf, readText } from './reading.ts';
import { isEverything, patternsIn, type RuleFile, RuleFileError, readRuleFile, textOf } from './rule-file.ts';
import { type Found, type From, nothing, type Source } from './source.ts';

export const cursorRules: Source = {
  name: 'cursor-rules',
  title: 'rules of Cursor',
  places: '.cursor/rules/*.mdc and .cursorrules of the project and below',
  find(from) {
    const found = nothing();
    for (const file of filesOfProject(from, ['.cursor/rules/**/*.mdc'])) rule(file, found, from);
    for (const file of filesOfProject(from, ['.cursorrules'])) pieces(file, 'project', found, from);
    return found;
  },
};

export const windsurfMemories: Source = {
  name: 'windsurf-memories',
  title: 'rules of Windsurf and Devin Desktop',
  places:
    '.windsurf/rules, .devin/rules and .windsurfrules of the project and below, ~/.codeium/windsurf/memories/global_rules.md',
  find(from) {
    const found = nothing();
    for (const file of filesOfProject(from, ['.windsurf/rules/**/*.md', '.devin/rules/**/*.md']))
      rule(file, found, from);
    for (const file of filesOfProject(from, ['.windsurfrules'])) pieces(file, 'project', found, from);
    const own = path.join(from.home, '.codeium', 'windsurf', 'memories');
    pieces(path.join(own, 'global_rules.md'), 'user', found, from);
    const locked = list(own).filter((name) => name.endsWith('.pb')).length;
    if (locked > 0) {
      found.notes.push(
        `${locked === 1 ? 'a memory' : `${locked} memories`} that Cascade made by itself ${locked === 1 ? 'is' : 'are'} left out: its files in ${own} are encrypted; Customizations in Windsurf shows them, to be copied by hand`,
      );
    }
    return found;
  },
};

/** Always sent by the editor: among the first here too. */
const ALWAYS = 0.8;

function rule(file: string, found: Found, from: From): void {
  const { tree } = from.project;
  if (!isInside(file, tree)) {
    found.notes.push(`${file} is a link that leads out of ${tree} and was not followed`);
    return;
  }
  const text = readText(file, found);
  if (text === undefined) return;
  try {
    const read = readRuleFile(text);
    const body = textOf(read);
    if (body === '') return;
    const { description } = read.front;
    const summary = oneLine(typeof description === 'string' ? description : '');
    const known = {
      type: 'rule' as const,
      scope: 'project' as const,
      appliesTo: appliesTo(read, aboutFolder(file), tree),
      importance: isAlways(read) ? ALWAYS : 0.5,
    };
    const memory = draftOf(body, file, '', known, from, summary ? { summary } : {});
    found.drafts.push({ from: file, line: read.bodyLine, scope: 'project', memory });
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    found.problems.push({ file, line: error.line, message: error.message });
  }
}

function isAlways({ front }: RuleFile): boolean {
  return front.alwaysApply === 'true' || front.trigger === 'always_on';
}

/** Patterns count from the folder that holds `.cursor/` or `.windsurf/`; one that is always on counts everywhere in it. */
function appliesTo(read: RuleFile, folder: string, tree: string): string[] {
  const inside = path.relative(tree, folder).split(path.sep).join('/');
  const patterns = isAlways(read) ? [] : patternsIn(read.front.globs).filter((pattern) => !isEverything(pattern));
  if (patterns.length === 0) return patternOf(folder, tree);
  return inside === '' ? patterns : patterns.map((pattern) => below(inside, pattern));
}

/** A pattern without a slash is found at any depth. */
function below(folder: string, pattern: string): string {
  const plain = pattern.replace(/^\.?\//, '');
  return plain.includes('/') ? `${folder}/${plain}` : `${folder}/**/${plain}`;
}

function aboutFolder(file: string): string {
  const parts = file.split(path.sep);
  const at = parts.findLastIndex((part) => ['.cursor', '.windsurf', '.devin'].includes(part));
  return parts.slice(0, at).join(path.sep) || path.sep;
}

function pieces(file: string, scope: 'project' | 'user', found: Found, from: From): void {
  const text = readText(file, found);
  if (text === undefined) return;
  const appliesTo = scope === 'user' ? [] : patternOf(path.dirname(file), from.project.tree);
  found.drafts.push(...cutIntoDrafts(file, text.replace(/^\uFEFF/, ''), 1, { type: 'rule', scope, appliesTo }, from));
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
