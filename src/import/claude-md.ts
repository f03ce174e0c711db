// CLAUDE.md files and .claude/rules, of the person and of the project, with what they import by `@path`. Cold.
import fs from 'node:fs';
import path from 'node:path';
import { reason } from '../memory/vault.ts';
import {
  cutIntoDrafts,
  draftOf,
  filesBelow,
  filesOfProject,
  isInside,
  type Known,
  patternOf,
  readText,
} from './reading.ts';
import { isEverything, patternsIn, RuleFileError, readRuleFile, textOf } from './rule-file.ts';
import { type Found, type From, nothing, type Source } from './source.ts';

export const claudeMd: Source = {
  name: 'claude-md',
  title: 'instructions for Claude Code',
  places: 'CLAUDE.md, CLAUDE.local.md and .claude/rules of the project, CLAUDE.md and rules in ~/.claude',
  find: findClaudeMd,
};

/** Claude Code follows an import of an import so far. */
const HOPS = 5;

/** Claude Code's own folder. */
export function claudeFolder({ env, home }: Pick<From, 'env' | 'home'>): string {
  return env.CLAUDE_CONFIG_DIR ? path.resolve(env.CLAUDE_CONFIG_DIR) : path.join(home, '.claude');
}

function findClaudeMd(from: From): Found {
  const found = nothing();
  const seen = new Set<string>();
  const { tree } = from.project;
  const user = claudeFolder(from);
  const project = filesOfProject(from, ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']).filter(
    (file) => !file.startsWith(user + path.sep),
  );
  for (const file of project) {
    const folder = path.dirname(file);
    const about = path.basename(folder) === '.claude' ? path.dirname(folder) : folder;
    const scope = path.basename(file) === 'CLAUDE.local.md' ? 'user' : 'project';
    follow(file, tree, { type: 'rule', scope, appliesTo: patternOf(about, tree) }, HOPS, seen, found, from);
  }
  for (const file of filesBelow(path.join(tree, '.claude', 'rules'), '**/*.md')) {
    ruleFile(file, tree, 'project', seen, found, from);
  }
  if (path.resolve(user) !== path.join(tree, '.claude')) {
    follow(path.join(user, 'CLAUDE.md'), user, { type: 'rule', scope: 'user' }, HOPS, seen, found, from);
    for (const file of filesBelow(path.join(user, 'rules'), '**/*.md')) ruleFile(file, user, 'user', seen, found, from);
  }
  return found;
}

/** A file in pieces, and then the files that it imports, each once. What lies outside of `within` is named and not followed. */
function follow(
  file: string,
  within: string,
  known: Known,
  hops: number,
  seen: Set<string>,
  found: Found,
  from: From,
): void {
  if (!fs.existsSync(file) || isSeen(file, seen)) return;
  const text = readText(file, found);
  if (text === undefined) return;
  const { imports, left } = importsIn(text.replace(/^\uFEFF/, ''));
  found.drafts.push(...cutIntoDrafts(file, left, 1, known, from));
  for (const { target, line } of imports) {
    const at = target.startsWith('~/')
      ? path.join(from.home, target.slice(2))
      : path.resolve(path.dirname(file), target);
    const missing = whyNot(at);
    if (missing !== undefined) {
      if (MEANT.test(target)) found.notes.push(`${file}:${line}: @${target} ${missing} and was not followed`);
    } else if (!isInside(at, within))
      found.notes.push(`${file}:${line}: @${target} leads out of ${within} and was not followed`);
    else if (hops === 0)
      found.notes.push(`${file}:${line}: @${target} is the import of an import too many and was not followed`);
    else follow(at, within, known, hops - 1, seen, found, from);
  }
}

/** It can only mean a file: `@anna`, `@types/node` and `@example.org` do not. */
const MEANT = /\.(?:mdx?|mdc|markdown|txt|json|ya?ml|toml)$|^(?:~|\.{0,2})\//i;

/** Why a path cannot be imported; undefined where it is a file. */
function whyNot(at: string): string | undefined {
  try {
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    return stat === undefined ? 'is not there' : stat.isFile() ? undefined : 'is no file';
  } catch (error) {
    return `cannot be read (${reason(error)})`;
  }
}

function isSeen(file: string, seen: Set<string>): boolean {
  const real = fs.realpathSync.native(file);
  if (seen.has(real)) return true;
  seen.add(real);
  return false;
}

/** `@docs/style.md`, but not in code, nor `someone@example.org`. */
const IMPORT = /(^|[\s([])@((?:~\/|\.{0,2}\/)?[\w./~-]*[\w-]\.?[\w-]*)/g;

/** What a text imports; lines that are nothing else are taken out of it. */
function importsIn(text: string): { imports: { target: string; line: number }[]; left: string } {
  const imports: { target: string; line: number }[] = [];
  let fenced = false;
  const left = text.split('\n').map((line, i) => {
    if (/^\s*(?:`{3,}|~{3,})/.test(line)) fenced = !fenced;
    if (fenced) return line;
    const spoken = line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    const here = [...spoken.matchAll(IMPORT)].map(([, , target]) => target!.replace(/[.,;:]+$/, ''));
    imports.push(...here.map((target) => ({ target, line: i + 1 })));
    const alone = here.length > 0 && !/[\p{L}\p{N}]/u.test(spoken.replace(IMPORT, '$1'));
    return alone ? '' : line;
  });
  return { imports, left: left.join('\n') };
}

/** A file of .claude/rules: with `paths` one memory that applies to them, without in pieces. */
function ruleFile(
  file: string,
  within: string,
  scope: Known['scope'],
  seen: Set<string>,
  found: Found,
  from: From,
): void {
  // A link to rules that are shared is usual; one that leads elsewhere is its reader's own affair, and named.
  if (!isInside(file, within)) {
    found.notes.push(`${file} is a link that leads out of ${within} and was not followed`);
    return;
  }
  if (isSeen(file, seen)) return;
  const text = readText(file, found);
  if (text === undefined) return;
  try {
    const rule = readRuleFile(text);
    const appliesTo = patternsIn(rule.front.paths).filter((pattern) => !isEverything(pattern));
    const known: Known = { type: 'rule', scope, appliesTo };
    const body = textOf(rule);
    if (body === '') return;
    if (appliesTo.length > 0) {
      found.drafts.push({ from: file, line: rule.bodyLine, scope, memory: draftOf(body, file, '', known, from) });
    } else found.drafts.push(...cutIntoDrafts(file, rule.body, rule.bodyLine, known, from));
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    found.problems.push({ file, line: error.line, message: error.message });
  }
}
