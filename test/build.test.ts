// What the fast lane is made of, read from esbuild's own account of the bundles and from the sources.
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../hosts/index.ts';
import { STEMMED } from '../src/text/stem.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

interface Output {
  bytes: number;
  format?: string;
  inputs: Record<string, unknown>;
  imports: { path: string; kind: string; external?: boolean }[];
}
const outputs = JSON.parse(read('dist/meta.json')) as Record<string, Output>;

/** What the lane loads when it is called for. */
const PARTS = Object.keys(outputs).filter((name) => read(name).startsWith('module.exports=function(lane)'));

/** The packages whose code is in a bundle. */
function packagesIn(output: Output): string[] {
  const names = Object.keys(output.inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** What a bundle requires when it runs, by name. */
function requiredBy(file: string): string[] {
  const text = read(file);
  const names = [...text.matchAll(/\brequires?\(\s*(["'`])([^"'`]+)\1\s*\)/g)].map((match) => match[2]!);
  return [...new Set(names)].sort();
}

describe('the bundles of the hook', () => {
  it('hold no package but the English stemmer', () => {
    expect(packagesIn(outputs['dist/lane.js']!)).toEqual(['porter2']);
    expect(packagesIn(outputs['dist/hook.cjs']!)).toEqual([]);
  });

  it('need node:fs, node:path and node:vm, and node:child_process only where a sync has to run', () => {
    expect(requiredBy('dist/hook.cjs')).toEqual(['node:fs', 'node:path', 'node:vm']);
    expect(requiredBy('dist/lane.js')).toEqual(['node:fs', 'node:path']);
    expect(requiredBy('dist/later.cjs')).toEqual(['node:child_process', 'node:fs', 'node:path']);
    // Inside the function that starts it, not where the script begins.
    expect(read('dist/later.cjs').match(/node:child_process/g)).toHaveLength(1);
    expect(read('src/hook/start-sync.ts')).toMatch(
      /^export function startSync[^}]*\n {2}const \{ spawn \} = require\('node:child_process'\)/m,
    );
    const declared = [outputs['dist/lane.js']!, outputs['dist/hook.cjs']!].flatMap(({ imports }) => imports);
    expect(declared.filter(({ path: name }) => !name.startsWith('node:'))).toEqual([]);
  });

  it('hold nothing of the cold side', () => {
    const cold =
      /^src\/(memory|store|config|commands)\/|^src\/capture\/(?!(?:clean|spool)\.ts$)|^hosts\/settings-|^src\/index\/write\.ts/;
    for (const name of ['dist/lane.js', 'dist/hook.cjs', ...PARTS]) {
      expect([name, Object.keys(outputs[name]!.inputs).filter((file) => cold.test(file))]).toEqual([name, []]);
    }
  });

  it('have what few events need in scripts that hold nothing of the lane again', () => {
    const held = new Set(Object.keys(outputs['dist/lane.js']!.inputs));
    const own = PARTS.flatMap((name) => Object.keys(outputs[name]!.inputs).filter((file) => file.startsWith('src/')));
    expect(own).toEqual(expect.arrayContaining(['src/hook/subagent-start.ts', 'src/index/worktrees.ts']));
    expect(own.filter((file) => held.has(file))).toEqual([]);
  });

  it('hold nothing that only link needs', () => {
    expect(read('hosts/codex.ts')).toContain('Trust all');
    expect(read('dist/lane.js')).not.toMatch(/Trust all|matcher:|settings\.json|hooks\.json/);
  });

  it('are at most 60 KiB, and hook.cjs hardly anything', () => {
    expect(outputs['dist/lane.js']!.bytes).toBeLessThanOrEqual(60 * 1024);
    expect(outputs['dist/hook.cjs']!.bytes).toBeLessThanOrEqual(4 * 1024);
  });

  it('are scripts: no import, no export, no import.meta, in ASCII', () => {
    for (const name of ['dist/lane.js', 'dist/hook.cjs']) {
      const text = read(name);
      expect([name, /\bimport\s*\(|\bimport\.meta\b|^export\b/m.test(text)]).toEqual([name, false]);
      // lane.js is read as Latin-1.
      expect([name, /[^\t\n\r -~]/.test(text)]).toEqual([name, false]);
    }
    expect(() => new Function(`return ${read('dist/lane.js')}`)).not.toThrow();
  });

  it('find a stemmer for each language, each with no package but its own', () => {
    for (const language of STEMMED) {
      const { stemmer } = require(path.join(root, 'dist', `stem-${language}.cjs`)) as { stemmer(word: string): string };
      expect([language, typeof stemmer('x')]).toEqual([language, 'string']);
      expect(packagesIn(outputs[`dist/stem-${language}.cjs`]!)).toEqual(['@orama/stemmers']);
    }
    const found = fs.readdirSync(path.join(root, 'dist')).filter((name) => name.startsWith('stem-'));
    expect(found.sort()).toEqual(STEMMED.map((language) => `stem-${language}.cjs`).sort());
  });

  it('leave the native module outside the cold bundles', () => {
    for (const name of ['dist/sync.cjs', 'dist/worker.cjs', 'dist/cli.cjs']) {
      expect(packagesIn(outputs[name]!)).not.toContain('better-sqlite3');
      const outside = outputs[name]!.imports.filter(({ external }) => external).map(({ path: it }) => it);
      const builtin = new Set(builtinModules.flatMap((it) => [it, `node:${it}`]));
      expect([name, [...new Set(outside)].filter((it) => !builtin.has(it) && it !== 'better-sqlite3')]).toEqual([
        name,
        [],
      ]);
    }
  });
});

/** Our own files that a file imports for their values, relative to the root; types cost nothing and bind nothing. */
function importsOf(file: string, types = false): string[] {
  return (
    [...read(file).matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
      .filter(([, type]) => types || !type)
      .map(([, , name]) => name!)
      // The text of a file binds nothing either.
      .filter((name) => name.startsWith('.') && !name.endsWith('?raw'))
      .map((name) => path.join(path.dirname(file), name))
  );
}

function sources(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name))
    .sort();
}

/** A file and all that it reaches by imports of values. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of importsOf(file)) reached(next, seen);
  return seen;
}

describe('the house', () => {
  it('lets hosts know the vocabulary, texts and each other, and nothing else', () => {
    const allowed = /^(hosts\/|src\/moment\.ts$|src\/text\/)/;
    const settings = /^hosts\/settings-/;
    for (const file of sources('hosts')) {
      expect([file, importsOf(file, true).filter((it) => !allowed.test(it))]).toEqual([file, []]);
      if (!settings.test(file)) {
        expect([file, importsOf(file, true).filter((it) => settings.test(it))]).toEqual([file, []]);
      }
    }
  });

  it('keeps the cold side out of what the hook reaches', () => {
    const files = ['main', 'lane', 'later'].flatMap((name) => [...reached(`src/hook/${name}.ts`)]);
    expect(files).toContain('src/route/rank.ts');
    expect(files).toContain('hosts/codex.ts');
    expect(files.filter((file) => /^src\/(memory|store|config|commands)\/|^hosts\/settings-/.test(file))).toEqual([]);
  });

  it('has imports run down its floors', () => {
    const below: Record<string, RegExp> = {
      'src/text': /^src\/text\//,
      'src/index': /^src\/(index|text)\//,
      'src/session': /^src\/(session|index|text)\//,
      'src/plan': /^src\/(plan|index|text)\//,
      'src/route': /^src\/(route|index|text)\//,
      'src/store': /^src\/(store|session|index|text)\//,
      'src/hook':
        /^(src\/(hook|route|plan|session|index|text)\/|src\/capture\/(?:clean|spool)\.ts$|src\/moment\.ts$|hosts\/(?!settings-))/,
    };
    for (const [folder, allowed] of Object.entries(below)) {
      for (const file of sources(folder)) {
        expect([file, importsOf(file).filter((it) => !allowed.test(it))]).toEqual([file, []]);
      }
    }
    expect(importsOf('src/moment.ts', true)).toEqual([]);
  });

  it('names no host in what the hook is made of', () => {
    const names = hosts.flatMap((host) => [host.name, ...host.aliases, host.title]);
    const named = new RegExp(`\\b(?:${names.join('|')})\\b`, 'i');
    const folders = ['hook', 'route', 'plan', 'session', 'index', 'text'].map((name) => `src/${name}`);
    const found = folders.flatMap(sources).flatMap((file) =>
      read(file)
        .split('\n')
        // A comment may name a host as the reason of something.
        .map((line, n) => ({ at: `${file}:${n + 1}`, code: line.replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*\*.*$/, '') }))
        .filter(({ code }) => named.test(code))
        .map(({ at }) => at),
    );
    expect(found).toEqual([]);
  });
});
