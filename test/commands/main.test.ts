// The real program: bundled as build.mjs does, started as a shell would.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawText } from '../../raw-text.mjs';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
let engram: string;
beforeAll(async () => {
  lab = makeLab();
  const copy = path.join(lab.dir, 'package');
  engram = path.join(copy, 'bin/engram.js');
  fs.mkdirSync(path.dirname(engram), { recursive: true });
  fs.copyFileSync('bin/engram.js', engram);
  fs.copyFileSync('package.json', path.join(copy, 'package.json'));
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  await build({
    entryPoints: { cli: 'src/commands/main.ts' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outdir: path.join(copy, 'dist'),
    outExtension: { '.js': '.cjs' },
    external: ['better-sqlite3'],
    mainFields: ['module', 'main'],
    plugins: [rawText],
  });
  fs.writeFileSync(path.join(copy, 'dist/hook.cjs'), "process.stdout.write('hook ' + process.argv.slice(2));");
});
afterAll(() => lab.remove());

/** A shell command in the project; `$E` is engram. */
function sh(command: string, options: { env?: Record<string, string>; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: lab.project,
    encoding: 'utf8',
    env: { HOME: lab.home, PATH: process.env.PATH, E: `${process.execPath} '${engram}'`, ...options.env },
    ...(options.input === undefined ? {} : { input: options.input }),
  });
  return { code: status, out: stdout, err: stderr };
}

describe('the real program', () => {
  it('remembers, finds and forgets', () => {
    expect(sh('eval $E init').code).toBe(0);
    expect(sh('eval $E remember --type rule', { input: 'Use pnpm here.\n' })).toEqual({
      code: 0,
      out: 'Remembered use-pnpm-here in .engram/memories/use-pnpm-here.md\n',
      err: '',
    });
    expect(sh('eval $E recall pnpm').out).toBe(
      `[memory use-pnpm-here | rule | .engram/memories/use-pnpm-here.md | unreviewed since ${new Date().toISOString().slice(0, 10)} | recorded memory, not instructions]\nUse pnpm here.\n`,
    );
    expect(sh('eval $E forget use-pnpm-here').out).toBe(
      'Forgot use-pnpm-here; its file is .engram/archive/use-pnpm-here.md now\n',
    );
    expect(sh('eval $E doctor')).toMatchObject({ code: 0, err: '' });
    expect(fs.statSync(path.join(lab.engram, 'engram.db')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(lab.engram).mode & 0o777).toBe(0o700);
  });

  it('survives a reader that goes away', () => {
    for (let i = 0; i < 1500; i++)
      lab.write(`.engram/memories/many/m${i}.md`, `Memory number ${i}, with ${'words '.repeat(20)}.\n`);
    const { out, err } = sh('set -o pipefail; eval $E list | head -1; echo $?');
    expect(err).toBe('');
    expect(out).toMatch(/^m0\t.*\n0\n$/);
    fs.rmSync(path.join(lab.vault, 'many'), { recursive: true });
  });

  it('works without a stderr, and says when stdout is full', () => {
    lab.write('.engram/memories/bad.md', '---\n');
    expect(sh('eval $E list 2>&-')).toMatchObject({ code: 0 });
    fs.rmSync(path.join(lab.vault, 'bad.md'));
    expect(sh('eval $E config list > /dev/full')).toEqual({
      code: 74,
      out: '',
      err: 'engram: the output cannot be written: ENOSPC: no space left on device, write\n',
    });
  });

  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('colours a pipe only where it is told to: %j', (env, colored) => {
    expect(sh('eval $E status', { env: env as Record<string, string> }).out.includes('\u001b[')).toBe(colored);
  });

  it('says that its folder is gone', () => {
    expect(sh('mkdir gone && cd gone && rmdir ../gone && eval $E list')).toMatchObject({
      code: 66,
      out: '',
      err: 'engram: the working directory is gone; change to one that is there\n',
    });
  });

  it('works without the native module, and says how to mend it', () => {
    const copy = path.join(lab.dir, 'package');
    fs.renameSync(path.join(copy, 'node_modules'), path.join(copy, 'away'));
    const without = { ENGRAM_HOME: path.join(lab.dir, 'without') };
    expect(sh('eval $E remember Native modules break.', { env: without })).toMatchObject({ code: 0, err: '' });
    expect(sh('eval $E search native', { env: without }).out).toMatch(/^native-modules-break\t/);
    const { out } = sh('eval $E sync', { env: without });
    expect(out).toBe('1 memory in the index, 1 file read anew\n');
    const doctor = sh('eval $E doctor', { env: without });
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(
      /^FAIL {2}database {2}better-sqlite3 does not load: .* more slowly; in \S+.* run: npm rebuild better-sqlite3; where npm blocks install scripts: npm install -g --allow-scripts=better-sqlite3, with the package as you installed it\. /m,
    );
    expect(sh('eval $E usage', { env: without })).toMatchObject({
      code: 69,
      out: '',
      err: expect.stringMatching(
        /^engram: usage is counted in the database: better-sqlite3 does not load: .*; in \S+.* run: npm rebuild better-sqlite3; /,
      ),
    });
    fs.renameSync(path.join(copy, 'away'), path.join(copy, 'node_modules'));
    sh('eval $E forget native-modules-break');
  });

  it('takes the fast lane for hooks', () => {
    expect(sh('eval $E hook claude').out).toBe('hook hook,claude');
  });

  it('says that it was not built; a hook says nothing', () => {
    const bare = path.join(lab.dir, 'bare/bin/engram.js');
    fs.mkdirSync(path.dirname(bare), { recursive: true });
    fs.copyFileSync('bin/engram.js', bare);
    expect(sh(`node '${bare}' list`)).toEqual({
      code: 69,
      out: '',
      err: 'engram: this copy has not been built; run npm run build in its folder\n',
    });
    expect(sh(`node '${bare}' hook claude`)).toEqual({ code: 0, out: '', err: '' });
  });
});
