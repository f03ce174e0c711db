// What tools report of a project and stays true: which package manager it wants, which branch is protected, how commits must begin.
// Each is one report of one known program in its own words, and the memory's text is ours: nothing that a tool's output says beside it
// gets in. What a page, a file or a search returned is no report.
import { oneLine } from '../../memory/summary.ts';
import type { ToolResult } from '../turn.ts';
import type { Candidate } from './candidate.ts';
import { importanceOf } from './importance.ts';

interface Report {
  name: string;
  type: 'fact' | 'rule';
  /** The command lines whose output may hold it. */
  of: RegExp;
  says: RegExp;
  text(match: RegExpExecArray): string;
}

const PACKAGE_MANAGERS = /\b(?:npm|pnpm|yarn|bun|npx|corepack)\b/;

const REPORTS: readonly Report[] = [
  {
    name: 'package-manager',
    type: 'rule',
    of: PACKAGE_MANAGERS,
    says: /"packageManager": "((?:npm|pnpm|yarn|bun)@\d[\w.+-]{0,40})"|This project is configured to use (npm|pnpm|yarn|bun)\b/,
    text: ([, pinned, named]) =>
      `This project's package manager is ${pinned ?? named} (package.json): use ${(pinned ?? named)!.split('@')[0]}.`,
  },
  {
    name: 'node-version',
    type: 'fact',
    of: PACKAGE_MANAGERS,
    says: /(?:Required|Not compatible|Expected version|wanted)[^\n]{0,40}?\{?\s*"?node"?\s*:?\s*"([<>=~^*\d.x |-]{2,40})"|The engine "node" is incompatible[^\n]{0,80}?Expected version "([<>=~^*\d.x |-]{2,40})"/,
    text: ([, a, b]) => `This project requires node ${(a ?? b)!.trim()} (package.json, engines).`,
  },
  {
    name: 'python-version',
    type: 'fact',
    of: /\b(?:pip3?|poetry|uv|pipx|hatch|pdm)\b/,
    says: /(?:requires a different Python: [\d.]{1,12} not in '|is not (?:allowed|supported) by the project \()([<>=~!\d., *]{3,30})/,
    text: ([, version]) => `This project requires Python ${version!.trim().replace(/[,\s]+$/, '')}.`,
  },
  {
    name: 'protected-branch',
    type: 'fact',
    of: /\bgit\s+push\b/,
    says: /Protected branch update failed for refs\/heads\/([\w./-]{1,60}?)\.?$|You are not allowed to push code to protected branches/m,
    text: ([, branch]) =>
      branch
        ? `The branch ${branch} is protected: changes go through a pull request, pushes to it are refused.`
        : 'Pushes to protected branches are refused: changes go through a merge request.',
  },
  {
    name: 'commit-types',
    type: 'rule',
    of: /\bgit\s+(?:commit|push)\b|commitlint/,
    says: /type must be one of \[([a-z, -]{3,200})\]/,
    text: ([, types]) =>
      `Commit messages begin with a type, one of ${types!.trim()} (commitlint checks it), as in \`feat: …\`.`,
  },
  {
    name: 'commit-length',
    type: 'rule',
    of: /\bgit\s+(?:commit|push)\b|commitlint/,
    says: /(header|subject) must not be longer than (\d{2,3}) characters/,
    text: ([, part, most]) => `A commit's ${part} has at most ${most} characters (commitlint checks it).`,
  },
  {
    name: 'coverage',
    type: 'rule',
    of: /\b(?:jest|vitest|npm|pnpm|yarn|nyc|c8|pytest|coverage)\b/,
    says: /coverage threshold for (lines|statements|branches|functions) \((\d{1,3}(?:\.\d+)?)%\) not met|Required test coverage of (\d{1,3}(?:\.\d+)?)% not reached/i,
    text: ([, what, most, total]) =>
      `Test coverage${what ? ` of ${what}` : ''} must be at least ${most ?? total} %, or the run fails.`,
  },
  {
    name: 'signed-commits',
    type: 'rule',
    of: /\bgit\s+push\b/,
    says: /Commits must have (?:verified|valid) signatures/i,
    text: () => 'Commits must be signed: the server refuses pushes of unsigned ones.',
  },
  {
    name: 'default-branch',
    type: 'fact',
    of: /\bgit\s+(?:remote\s+show|symbolic-ref)\b/,
    says: /^\s*HEAD branch: (?!main$|master$|\(unknown\)$)([\w./-]{1,60})$|^refs\/remotes\/origin\/(?!main$|master$|HEAD$)([\w./-]{1,60})$/m,
    text: ([, a, b]) => `The default branch is ${a ?? b}.`,
  },
];

/** How much of an output is searched, UTF-16 code units. */
const LOOKED_AT = 20_000;

/** The reports in the outputs of commands, each once. */
export function shown(tools: readonly ToolResult[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { tool, input, output } of tools) {
    if (!/bash|shell|terminal|exec|command|run/i.test(tool) || isReading(input)) continue;
    for (const { name, type, of, says, text } of REPORTS) {
      if (found.has(name) || !of.test(input)) continue;
      const match = says.exec(output.slice(0, LOOKED_AT));
      if (match !== null) found.set(name, candidate(type, text(match), name));
    }
  }
  return [...found.values()];
}

/** Prints what somebody wrote: no report of the program's own. */
function isReading(input: string): boolean {
  return (
    /^\s*(?:cat|less|head|tail|grep|rg|curl|wget|echo|sed|awk|git\s+(?:diff|show|log|grep)|gh)\b/.test(input) ||
    /[|]/.test(input)
  );
}

function candidate(type: 'fact' | 'rule', text: string, report: string): Candidate {
  return {
    type,
    text,
    summary: oneLine(text),
    importance: importanceOf(['standing', 'specific', 'witnessed'], 'tool'),
    origin: 'tool',
    scope: 'project',
    signals: ['standing', 'specific', 'witnessed', `report:${report}`],
  };
}
