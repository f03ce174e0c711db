// How a host may hand over stdin and take stdout: non-blocking, slowly, or not at all.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ASK,
  amiss,
  CANARY,
  context,
  DEPLOY,
  newProcessLab,
  type ProcessLab,
  pause,
  payloads,
  type Ran,
  removeLabs,
  TWO,
} from './lab.ts';

let lab: ProcessLab;
beforeAll(() => {
  lab = newProcessLab(TWO);
});
afterAll(removeLabs);

const payload = (session: string, more: object = {}) =>
  JSON.stringify({ ...payloads(lab, 'claude', session).UserPromptSubmit, ...more });

/**
 * Runs the hook with a pipe of its own making: python, which comes with every machine that builds native modules, sets what
 * node's own child processes cannot be given.
 */
const PIPES = `
import json, os, subprocess, sys, threading, time
command, mode = sys.argv[1], sys.argv[2]
data = sys.stdin.buffer.read()
r, w = os.pipe()
out_r, out_w = os.pipe()
if mode in ('nonblocking', 'slow'):
    os.set_blocking(r, False)
if mode == 'nonblocking-out':
    os.set_blocking(out_w, False)
child = subprocess.Popen(['/bin/sh', '-c', command], stdin=r, stdout=out_w, stderr=subprocess.PIPE)
os.close(r); os.close(out_w)
if mode == 'nobody-reads':
    os.close(out_r)
def feed():
    try:
        if mode == 'closed-at-once':
            pass
        elif mode == 'half':
            os.write(w, data[:len(data) // 2])
        elif mode == 'slow':
            time.sleep(0.2)
            step = max(1, len(data) // 10)
            for at in range(0, len(data), step):
                os.write(w, data[at:at + step]); time.sleep(0.02)
        else:
            at = 0
            while at < len(data): at += os.write(w, data[at:at + 65536])
    except BrokenPipeError:
        pass
    os.close(w)
threading.Thread(target=feed).start()
out = b''
if mode != 'nobody-reads':
    if mode == 'nonblocking-out': time.sleep(0.3)
    while True:
        part = os.read(out_r, 65536)
        if not part: break
        out += part
err = child.stderr.read()
print(json.dumps({'code': child.wait(), 'stdout': out.decode(), 'stderr': err.decode()}))
`;

function pipe(mode: string, stdin: string): Ran {
  const began = performance.now();
  const { stdout, stderr } = spawnSync('python3', ['-c', PIPES, lab.command('claude'), mode], {
    input: stdin,
    env: lab.env,
    cwd: lab.project,
    timeout: 30_000,
  });
  expect(stderr.toString()).toBe('');
  return { signal: null, took: performance.now() - began, ...JSON.parse(stdout.toString()) };
}

describe('stdin', () => {
  it.each(['blocking', 'nonblocking', 'slow'])('a %s pipe is read to its end', (mode) => {
    const ran = pipe(mode, payload(mode));
    expect([amiss(ran), context(ran).includes(DEPLOY)]).toEqual([[], true]);
  });

  it('a non-blocking pipe with 5 MB is read to its end', () => {
    const ran = pipe('nonblocking', payload('big', { prompt: `${ASK} ${'x'.repeat(5 << 20)}` }));
    expect([amiss(ran), lab.log()]).toEqual([[], []]);
  });

  it.each(['closed-at-once', 'half'])('%s: nothing is printed, one line', (mode) => {
    fs.rmSync(lab.places.log, { force: true });
    const ran = pipe(mode, payload(mode));
    expect([amiss(ran), ran.stdout]).toEqual([[], '']);
    expect(lab.log().map((line) => line.replace(/^\S+ /, ''))).toEqual(['claude: stdin holds no JSON object']);
    fs.rmSync(lab.places.log);
  });

  it.each([
    ['closed', '<&-', 'claude: stdin holds no JSON object'],
    ['a file', '< FILE', undefined],
    ['a folder', '< /', /^claude: Error EISDIR|^hook: Error EISDIR/],
    ['/dev/null', '< /dev/null', 'claude: stdin holds no JSON object'],
  ])('%s', (name, redirection, line) => {
    fs.rmSync(lab.places.log, { force: true });
    const file = path.join(lab.base, 'payload.json');
    fs.writeFileSync(file, payload(`stdin-${name}`));
    const ran = spawnSync('/bin/sh', ['-c', `{ ${lab.command('claude')}; } ${redirection.replace('FILE', file)}`], {
      env: lab.env,
      cwd: lab.project,
    });
    expect([ran.status, ran.stderr.toString()]).toEqual([0, '']);
    const lines = lab.log().map((it) => it.replace(/^\S+ /, ''));
    if (line === undefined) expect([lines, ran.stdout.toString().includes(DEPLOY)]).toEqual([[], true]);
    else {
      expect([lines.length, ran.stdout.toString()]).toEqual([1, '']);
      expect(lines[0]).toMatch(line);
    }
    fs.rmSync(lab.places.log, { force: true });
  });
});

describe('stdout', () => {
  it('non-blocking: the whole answer is written', () => {
    const ran = pipe('nonblocking-out', payload('nonblocking-out'));
    expect([amiss(ran), context(ran).includes(DEPLOY)]).toEqual([[], true]);
  });

  it('nobody reads it: exit 0, one line, and the next prompt brings what was not received', () => {
    fs.rmSync(lab.places.log, { force: true });
    const ran = pipe('nobody-reads', payload('gone'));
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const lines = lab.log();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ claude prompt: Error EPIPE at lane\.js:\d+:\d+$/);
    expect(lines[0]).not.toContain(CANARY);
    pause(2_100);
    expect(context(lab.run('claude', payload('gone')))).toContain(DEPLOY);
    fs.rmSync(lab.places.log);
  });

  it('closed, full, or a file', () => {
    for (const to of ['>&-', '>/dev/full', `>${path.join(lab.base, 'out')}`]) {
      const ran = spawnSync('/bin/sh', ['-c', `{ ${lab.command('claude')}; } ${to}`], {
        env: lab.env,
        cwd: lab.project,
        input: payload(`out ${to}`),
      });
      expect([to, ran.status, ran.stderr.toString()]).toEqual([to, 0, '']);
    }
    expect(fs.readFileSync(path.join(lab.base, 'out'), 'utf8')).toContain(DEPLOY);
    pause(2_100);
    for (const to of ['>&-', '>/dev/full']) {
      expect([to, context(lab.run('claude', payload(`out ${to}`))).includes(DEPLOY)]).toEqual([
        to,
        to === '>/dev/full',
      ]);
    }
    fs.rmSync(lab.places.log, { force: true });
  });

  it('a host that is gone before the hook has read its payload', async () => {
    const child = spawn('/bin/sh', ['-c', lab.command('claude')], {
      env: lab.env,
      cwd: lab.project,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => {});
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end(payload('destroyed'));
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(0);
  });
});
