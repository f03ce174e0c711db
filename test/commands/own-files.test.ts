// Property tests of what engram writes beside a person's files: plugins, JSON files of hooks, scripts, rule files and files that a
// host always reads. Whatever stands around or in the place of them: link, link, unlink leaves every byte, mode, time and link.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withPathRules } from '../../hosts/events.ts';
import { type Host, OWN_MARK, type Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { SettingsFault } from '../../hosts/settings-file.ts';
import { inScope } from '../../hosts/settings-link.ts';
import type { Context } from '../../src/commands/context.ts';
import { linkHost } from '../../src/commands/link.ts';
import { settingsFiles } from '../../src/commands/links.ts';
import { bringRules } from '../../src/commands/rules.ts';
import { findGround, type Ground } from '../../src/commands/targets.ts';
import { unlinkFiles } from '../../src/commands/unlink.ts';
import { type SyncReport, syncProject } from '../../src/memory/sync.ts';
import { giveTrust } from '../../src/memory/trust.ts';
import { ownJson, plugin, scripts } from '../hosts/shapes.ts';

/** Folders for each form: in all 2,000 and more a run, and as many for each form in the long run (`ENGRAM_LONG=1`). */
const RUNS = process.env.ENGRAM_LONG === '1' ? 2000 : 160;
/** `ENGRAM_SEED` repeats a run. */
const SEED = Number(process.env.ENGRAM_SEED) || Date.now() % 2 ** 31;
console.info(`own-files: ENGRAM_SEED=${SEED}`);

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-own-')));
afterAll(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
let worlds = 0;
let world = '';
afterEach(() => fs.rmSync(world, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

/** A home and a project in a folder of their own, anew for each example. */
function newGround(): Ground {
  fs.rmSync(world, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  world = path.join(base, `world-${worlds++}`);
  const [home, project] = [path.join(world, 'home'), path.join(world, 'project')];
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  fs.mkdirSync(home);
  fs.writeFileSync(path.join(world, 'elsewhere'), 'mine');
  return findGround({ env: { HOME: home }, cwd: project } as unknown as Context);
}

/** Everything but engram's own folder: kind, mode, bytes, and of files the time of the last change. */
function seen(): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(folder).sort()) {
      const at = path.join(folder, entry);
      const name = path.relative(world, at);
      if (name === 'home/.engram') continue;
      const stat = fs.lstatSync(at, { bigint: true });
      const mode = (stat.mode & 0o7777n).toString(8);
      if (stat.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(at)}`;
      else if (stat.isDirectory()) {
        found[name] = `/ ${mode}`;
        walk(at);
      } else found[name] = `${mode} ${stat.mtimeNs} ${fs.readFileSync(at, 'latin1')}`;
    }
  };
  walk(world);
  return found;
}

/** What of somebody else stands in a folder. */
type Thing = { kind: 'file'; bytes: string; mode: number } | { kind: 'folder' } | { kind: 'link'; to: string };

const bytes = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\n', '{}', '#!/bin/sh\nexec engram-hook other\n', '// engram hook claude\n', '*\n'),
);
const thing: fc.Arbitrary<Thing> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('file'), bytes, mode: fc.constantFrom(0o644, 0o600, 0o755, 0o444) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'folder' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('link'),
      to: fc.constantFrom('nowhere', '../../elsewhere', '/dev/null', '.'),
    }),
  },
) as fc.Arbitrary<Thing>;
const neighbours = fc.dictionary(
  fc.constantFrom(
    'README.md',
    'engram.js.bak',
    'engram.md.bak',
    'index.ts',
    'Other',
    'é 日本.md',
    '.gitignore',
    '-x',
    'package.json',
  ),
  thing,
  { maxKeys: 3 },
);

function put(at: string, it: Thing): void {
  if (it.kind === 'folder') fs.mkdirSync(at);
  else if (it.kind === 'link') fs.symlinkSync(it.to, at);
  else {
    fs.writeFileSync(at, Buffer.from(it.bytes, 'utf8'));
    fs.chmodSync(at, it.mode);
    fs.utimesSync(at, 1e9, 1e9);
  }
}

/** How far down the way to a place is there already, and what is in each folder of it. */
const way = fc.record({
  down: fc.nat(6),
  modes: fc.constantFrom(0o755, 0o700, 0o770),
  each: fc.array(neighbours, { maxLength: 6 }),
});

/** The folders from the first that is below home or project down to a folder, as far as they are there. */
function prepare(folder: string, { down, modes, each }: typeof way extends fc.Arbitrary<infer T> ? T : never): boolean {
  const root = [path.join(world, 'home'), path.join(world, 'project')].find((it) => folder.startsWith(`${it}/`))!;
  const steps = path.relative(root, folder).split('/').slice(0, down);
  let at = root;
  for (const [n, step] of steps.entries()) {
    at = path.join(at, step);
    if (!fs.existsSync(at)) fs.mkdirSync(at);
    for (const [name, it] of Object.entries(each[n] ?? {})) {
      const file = path.join(at, name);
      if (!folder.startsWith(file) && fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) put(file, it);
    }
    fs.chmodSync(at, modes);
  }
  return at === folder;
}

/** What stands where a file of ours is to be: `older` and `emptied` are ours. */
const standing = fc.oneof(
  { weight: 3, arbitrary: fc.constant('nothing' as const) },
  { weight: 1, arbitrary: fc.constantFrom('older', 'emptied') },
  { weight: 2, arbitrary: thing },
);
type Standing = typeof standing extends fc.Arbitrary<infer T> ? T : never;

const FORMS: [string, Host, Scope][] = [plugin, ownJson, scripts, ...hosts]
  .flatMap((host) => (Object.keys(host.settings.path) as Scope[]).map((scope) => [host, scope] as const))
  .map(([host, scope]): [string, Host, Scope] => [`${host.name}, ${scope}`, host, scope])
  .filter(([, host, scope]) => inScope(host, scope).settings.format.kind !== 'entries');

describe.each(FORMS)('%s', { timeout: 600_000 }, (_, host, scope) => {
  const isScripts = host.settings.format.kind === 'scripts';
  const { events } = withPathRules(inScope(host, scope), 'native');

  it('link, link, unlink: everything of the person’s is as before, or nothing was written at all', () => {
    let linked = 0;
    const example = (road: Parameters<typeof prepare>[1], there: readonly Standing[]) => {
      const ground = newGround();
      const [place] = settingsFiles(host, scope, ground) as [string];
      const files = isScripts ? events.map(({ event }) => path.join(place, event)) : [place];
      const ours: string[] = [];
      if (prepare(path.dirname(files[0]!), road)) {
        for (const [n, file] of files.entries()) {
          const what = there[n % there.length]!;
          if (what === 'nothing') continue;
          if (what === 'emptied') put(file, { kind: 'file', bytes: ' \n', mode: 0o644 });
          else if (what === 'older')
            put(file, { kind: 'file', bytes: older(host, scope, events[n]!.event), mode: 0o755 });
          else put(file, what);
          // An emptied script is a person's: their names are not ours alone.
          const isEmpty =
            what === 'emptied' || (typeof what === 'object' && what.kind === 'file' && !what.bytes.trim());
          if (what === 'older' || (isEmpty && !isScripts)) ours.push(path.relative(world, file));
        }
      }
      const before = seen();
      const theirs = Object.fromEntries(Object.entries(before).filter(([name]) => !ours.includes(name)));
      const unlink = () => unlinkFiles(host, scope, settingsFiles(host, scope, ground), ground);
      try {
        linkHost(host, scope, ground);
      } catch (error) {
        if (!(error instanceof SettingsFault)) throw error;
        expect(error.message).toMatch(/Nothing was (?:written|changed)/);
        expect(seen()).toEqual(before);
        return;
      }
      linked++;
      const after = seen();
      for (const [name, what] of Object.entries(theirs)) expect([name, after[name]]).toEqual([name, what]);
      for (const file of files) expect(fs.readFileSync(file, 'utf8')).toContain('engram');
      linkHost(host, scope, ground);
      expect(seen()).toEqual(after);
      unlink();
      expect(seen()).toEqual(theirs);
      unlink();
      expect(seen()).toEqual(theirs);
    };
    fc.assert(fc.property(way, fc.array(standing, { minLength: 1, maxLength: 3 }), example), {
      numRuns: RUNS,
      seed: SEED,
    });
    expect(linked).toBeGreaterThan(RUNS / 20);
  });
});

/** What an older version wrote, in this host's form. */
function older(host: Host, scope: Scope, event: string): string {
  const { format } = inScope(host, scope).settings;
  if (format.kind === 'own' && format.write(() => 'x', host.events).startsWith('{'))
    return JSON.stringify({ hooks: { [event]: [{ bash: `/old/engram-hook ${host.name}` }] } });
  return `#!/bin/sh\n// ${OWN_MARK} ${host.name}, once\n`;
}

/** Hosts with files that they load by themselves, and what they load. */
const LOADING = hosts.filter(({ rules, standing: file }) => rules || file);

describe('files that a host loads by itself', { timeout: 600_000 }, () => {
  let report: SyncReport;
  beforeAll(() => {
    const ground = newGround();
    const vault = path.join(ground.project.tree, '.engram', 'memories');
    fs.mkdirSync(vault, { recursive: true });
    fs.writeFileSync(path.join(vault, 'scoped.md'), '---\napplies_to: ["src/**"]\n---\nSources have tests.\n');
    fs.writeFileSync(path.join(vault, 'rule.md'), '---\ntype: rule\nimportance: 1\n---\nDeploy on Monday.\n');
    giveTrust(ground.project, ground.places, new Date(0), new Map());
    report = syncProject({ ...ground, now: new Date(0) });
    const kept = path.join(base, 'kept.idx');
    fs.copyFileSync(report.indexFile, kept);
    report.indexFile = kept;
  });

  /** In the folder of rule files: ours, the person's, and some of the names that ours have. */
  const inside = fc.dictionary(
    fc.constantFrom('scoped.md', 'mine.md', 'notes.txt', '.gitignore', 'gone.md'),
    fc.oneof({ weight: 3, arbitrary: thing }, { weight: 1, arbitrary: fc.constant('older' as const) }),
    { maxKeys: 3 },
  );
  const OLD_RULE = '---\npaths: ["x"]\n---\n<!-- engram: written from the memory gone; edit that one -->\nOld.\n';

  it('rule files and standing files: come, stay as they are, and go, and nothing else does', () => {
    let written = 0;
    let kept = 0;
    const roads = fc.array(way, { minLength: 3, maxLength: 3 });
    const example = (
      ways: Parameters<typeof prepare>[1][],
      rules: Record<string, Thing | 'older'>,
      there: Standing,
    ) => {
      const ground = newGround();
      const { tree } = ground.project;
      const ours: string[] = [];
      const putOurs = (file: string, text: string) => {
        put(file, { kind: 'file', bytes: text, mode: 0o644 });
        ours.push(path.relative(world, file));
      };
      for (const [n, host] of LOADING.entries()) {
        if (host.rules) {
          const folder = path.join(tree, host.rules.folder);
          if (prepare(folder, ways[n]!)) {
            for (const [name, it] of Object.entries(rules)) {
              const file = path.join(folder, name);
              if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) continue;
              if (it !== 'older') put(file, it);
              else if (name.endsWith('.md')) putOurs(file, OLD_RULE);
            }
          }
        }
        for (const [m, name] of (host.standing?.files ?? []).entries()) {
          const file = path.join(tree, name);
          if (!prepare(path.dirname(file), ways[(n + m) % ways.length]!) || there === 'nothing') continue;
          if (there === 'older') putOurs(file, `<!-- ${OWN_MARK} it, once -->\nOld.\n`);
          else put(file, there === 'emptied' ? { kind: 'file', bytes: '', mode: 0o644 } : there);
        }
      }
      const before = seen();
      const theirs = Object.fromEntries(Object.entries(before).filter(([name]) => !ours.includes(name)));
      for (const host of LOADING) linkHost(host, 'project', ground);
      const from = { ...ground, engram: ground.places.home };
      const done = bringRules(report, from);
      written += done.written.length;
      kept += done.kept.length + done.keptStanding.length;
      const after = seen();
      for (const [name, what] of Object.entries(theirs)) expect([name, after[name]]).toEqual([name, what]);
      expect(bringRules(report, from)).toMatchObject({ written: [], removed: [] });
      expect(seen()).toEqual(after);
      for (const host of LOADING) unlinkFiles(host, 'project', settingsFiles(host, 'project', ground), ground);
      bringRules({ ...report, scoped: [] }, from);
      expect(seen()).toEqual(theirs);
    };
    fc.assert(fc.property(roads, inside, standing, example), { numRuns: RUNS, seed: SEED });
    expect([LOADING.length, written > RUNS, kept > RUNS / 20]).toEqual([2, true, true]);
  });
});
