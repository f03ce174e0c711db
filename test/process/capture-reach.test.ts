// Where a decision about a proposal reaches: the index of each project that it is about says so at once, with no sync by a hook.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { engram } from '../acceptance/lab.ts';
import { amiss, context, newProcessLab, type ProcessLab, pause, removeLabs, untilIdle } from './lab.ts';

afterEach(removeLabs);

const RULE = 'Remember that in this repository we always use pnpm, not npm, to install packages.';
const WISH = 'From now on always answer me in Swiss German.';
const ASK_RULE = 'which program do we use to install packages, pnpm or npm?';

interface World extends ProcessLab {
  /** A command line in a folder. */
  in(folder: string, ...args: string[]): ReturnType<typeof engram>;
  /** A prompt, or a session's start, in a folder; what it was sent. */
  ask(folder: string, prompt: string): string;
  begin(folder: string): string;
  /** A turn there, and a worker. */
  turn(folder: string, said: string): void;
  /** Hooks cannot have anything compiled from here on. */
  withoutSync(): void;
  /** Of the proposals that wait. */
  numbers(): string[];
}

let sessions = 0;

function world(): World {
  const lab = newProcessLab({}, { cold: true });
  const inFolder = (folder: string, ...args: string[]) => {
    const said = engram({ project: folder, env: lab.env }, args);
    if (said.code !== 0) throw new Error(`${args.join(' ')}: ${said.err}`);
    return said;
  };
  const event = (folder: string, session: string, name: string, more: object) => {
    const ran = lab.run('claude', { session_id: session, cwd: folder, prompt_id: 't', hook_event_name: name, ...more });
    expect(amiss(ran)).toEqual([]);
    return context(ran);
  };
  inFolder(lab.project, 'capture', 'on');
  return Object.assign(lab, {
    in: inFolder,
    ask: (folder: string, prompt: string) => event(folder, `s${sessions++}`, 'UserPromptSubmit', { prompt }),
    begin: (folder: string) => event(folder, `s${sessions++}`, 'SessionStart', { source: 'startup' }),
    turn(folder: string, said: string) {
      const session = `s${sessions++}`;
      event(folder, session, 'UserPromptSubmit', { prompt: said });
      event(folder, session, 'Stop', { last_assistant_message: 'Noted.' });
      untilIdle(lab.base);
      inFolder(folder, 'worker');
    },
    withoutSync() {
      untilIdle(lab.base);
      // Whatever was written an instant ago counts as still changing.
      pause(50);
      fs.rmSync(path.join(lab.dist, 'sync.cjs'));
    },
    numbers: () =>
      (JSON.parse(inFolder(lab.project, 'proposals', '--all', '--json').out) as { id: number }[]).map(({ id }) =>
        String(id),
      ),
  });
}

/** Another project, that its user trusts and that hooks have been in. */
function another(lab: World, name: string): string {
  const folder = path.join(lab.base, name);
  fs.mkdirSync(path.join(folder, '.git'), { recursive: true });
  lab.in(folder, 'init');
  lab.in(folder, 'sync');
  return folder;
}

describe('a decision', { timeout: 120_000 }, () => {
  it('A-13: about one of a project, made in another: is in the index of the first', () => {
    const lab = world();
    const other = another(lab, 'other');
    lab.turn(lab.project, RULE);
    lab.in(other, 'proposals', 'approve', ...lab.numbers());
    lab.withoutSync();
    expect(lab.ask(lab.project, ASK_RULE)).toContain('always use pnpm');
    expect(lab.ask(other, ASK_RULE)).toBe('');
  });

  it('A-13: about one that is the user’s own, made in another project: is in the index of both', () => {
    const lab = world();
    const other = another(lab, 'other');
    lab.turn(lab.project, WISH);
    expect(lab.begin(lab.project)).toContain('Swiss German');
    lab.in(other, 'proposals', 'approve', ...lab.numbers());
    lab.withoutSync();
    for (const folder of [lab.project, other]) {
      const begun = lab.begin(folder);
      expect([begun.includes('Swiss German'), begun.includes('Proposed memories')]).toEqual([true, false]);
    }
  });

  it.each(['approve', 'reject'])(
    'A-12: %s in the main checkout about one of a worktree: neither offers it any more',
    (verb) => {
      const lab = world();
      fs.rmSync(path.join(lab.project, '.git'), { recursive: true });
      const git = (...args: string[]) => {
        const ran = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
          ...{ cwd: lab.project, env: lab.env as NodeJS.ProcessEnv, encoding: 'utf8' },
        });
        if (ran.status !== 0) throw new Error(ran.stderr);
      };
      git('init', '-q', '-b', 'main');
      git('commit', '-q', '--allow-empty', '-m', 'Begin');
      const tree = path.join(lab.base, 'tree');
      git('worktree', 'add', '-q', tree);
      lab.remember('crane', 'The crane lifts five tons.');
      lab.in(lab.project, 'trust');
      lab.in(tree, 'sync');
      lab.turn(tree, RULE);
      expect(lab.begin(tree)).toContain('Proposed memories');
      lab.in(lab.project, 'proposals', verb, ...lab.numbers());
      // What was written has an index compiled; what was dropped leaves nothing by which a hook could see it.
      if (verb === 'reject') lab.withoutSync();
      for (const folder of [tree, lab.project]) {
        const begun = lab.begin(folder);
        expect([folder, begun.includes('Proposed memories')]).toEqual([folder, false]);
        expect([folder, begun.includes('crane')]).toEqual([folder, true]);
        if (verb === 'approve') untilIdle(lab.base);
        expect([folder, lab.ask(folder, ASK_RULE).includes('always use pnpm')]).toEqual([folder, verb === 'approve']);
      }
    },
  );
});

describe('what a worker writes at once, with staging off', { timeout: 120_000 }, () => {
  it('A-15: is in the index of the project that it is from, be it the project’s or the user’s own', () => {
    const lab = world();
    fs.appendFileSync(lab.places.config, 'staging:\n  enabled: false\n');
    lab.turn(lab.project, RULE);
    lab.turn(lab.project, WISH);
    lab.withoutSync();
    expect(lab.ask(lab.project, ASK_RULE)).toContain('always use pnpm');
    expect(lab.begin(lab.project)).toContain('Swiss German');
  });

  it('A-15: of the user’s own, every other project has it with the next hook that has it compiled', () => {
    const lab = world();
    const other = another(lab, 'other');
    fs.appendFileSync(lab.places.config, 'staging:\n  enabled: false\n');
    lab.turn(lab.project, WISH);
    lab.begin(other);
    untilIdle(lab.base);
    expect(lab.begin(other)).toContain('Swiss German');
  });
});
