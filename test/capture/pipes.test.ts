// A pipe in the place of one of our own files keeps nobody waiting.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { spoolFile } from '../../src/capture/spool.ts';
import { openIndex } from '../../src/index/read.ts';
import { offerAlike } from '../../src/memory/other-indexes.ts';
import { compacted, recorded, sessionFile } from '../../src/session/log.ts';
import { makeLab } from '../commands/lab.ts';
import { newCaptureLab } from './capture-lab.ts';

const rescuers: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const one of rescuers.splice(0)) one.kill();
});

/** A pipe that nobody writes to; after a while it is opened, so that who waits for it fails instead of standing still. */
function pipe(file: string): string {
  fs.rmSync(file, { force: true });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
  rescuers.push(spawn('sh', ['-c', 'sleep 3; exec 3<>"$0"; sleep 1', file]));
  return file;
}

/** Milliseconds that something takes. */
async function timed(work: () => unknown): Promise<number> {
  const before = Date.now();
  await work();
  return Date.now() - before;
}

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it('in the place of another index of the project', async () => {
    const lab = newCaptureLab();
    const other = pipe(path.join(lab.places.index, 'aa.idx'));
    const own = fs.readdirSync(lab.places.index).find((name) => name.endsWith('.idx') && name !== 'aa.idx')!;
    expect(await timed(() => offerAlike(path.join(lab.places.index, own), lab.places))).toBeLessThan(2_000);
    let useless = false;
    expect(
      openIndex(other, () => {
        useless = true;
      }),
    ).toBeUndefined();
    expect(useless).toBe(true);
  });

  it('in the place of a session’s log: the prompt is answered', async () => {
    const lab = newCaptureLab();
    const log = pipe(sessionFile(lab.places.sessions, { host: 'claude', root: lab.project, session: 's' }));
    expect(await timed(() => lab.ask('s', 'hello'))).toBeLessThan(2_000);
    expect(await timed(() => recorded(log, 0))).toBeLessThan(2_000);
    expect([recorded(log, 0)?.holders.size, compacted(log, 0)]).toEqual([0, undefined]);
  });

  it('in the place of a session’s spool: it is not kept, and another session’s is', async () => {
    const lab = newCaptureLab();
    const spool = pipe(spoolFile(lab.spool, { host: 'claude', root: lab.project, session: 's' }));
    expect(await timed(() => lab.ask('s', 'hello'))).toBeLessThan(2_000);
    lab.ask('other', 'hello');
    lab.stop('other', 'hi');
    expect(await timed(() => lab.worker())).toBeLessThan(2_000);
    expect(lab.used.map(({ key }) => key.session)).toEqual(['other']);
    expect(fs.statSync(spool).isFIFO()).toBe(true);
  });

  it.each([
    ['.engram/config.yaml', 'config list', 'is a pipe, no file'],
    ['.engram/sessions/0123456789abcdef.log', 'why', ''],
    ['.engram/sessions/spent/1-0123456789abcdef.log', 'why', ''],
    ['.claude-mem/claude-mem.db', 'import --from claude-mem', 'is no file'],
    ['.memorix/data/memorix.db', 'import --from memorix', 'is no file'],
    ['.memorix/data/observations.json', 'import --from memorix', ''],
    ['.engram/engram.db', 'why', ''],
  ])('in the place of ~/%s: engram %s', async (file, command, said) => {
    const lab = makeLab();
    try {
      await lab.run('init');
      pipe(path.join(lab.home, file));
      let err = '';
      const ms = await timed(async () => {
        const ran = await lab.run(command);
        err = ran.err + ran.out;
      });
      expect(ms).toBeLessThan(2_000);
      expect(err).toContain(said);
    } finally {
      lab.remove();
    }
  });
});
