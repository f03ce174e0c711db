// Two processes of one session at once: what one of them loses between its look at the log and its claim.
import fs from 'node:fs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openIndex } from '../../src/index/read.ts';
import { parse, sessionFile } from '../../src/session/log.ts';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterEach(() => vi.restoreAllMocks());
afterAll(removeLabs);

/** `first` and `third` fit together, `second` fits beside neither, but would if `first` were not there and `third` neither. */
function three(more = '') {
  const lab = newLab();
  const body = (asked: number, bytes: number) =>
    `${'payments deploy '.repeat(asked)}${'lorem '.repeat(bytes / 6)}`.slice(0, bytes);
  lab.remember('first', `---\nsummary: payments deploy\n${more}importance: 0.9\n---\n${body(40, 2_000)}`);
  lab.remember('second', `---\nsummary: payments deploy\n${more}importance: 0.8\n---\n${body(40, 4_600)}`);
  lab.remember('third', `---\nsummary: other\n${more}importance: 0.7\n---\n${body(4, 2_400)}`);
  lab.sync();
  return lab;
}

/** Another process claims a body just before the next claim is written, and sends it. */
function rival(lab: Lab, session: string, id: string) {
  const log = sessionFile(lab.places.sessions, { host: 'claude', root: lab.project, session });
  const { hash } = openIndex(lab.indexFile())!.find(id)!;
  const write = fs.writeSync;
  let done = false;
  vi.spyOn(fs, 'writeSync').mockImplementation(((fd: number, bytes: Buffer, ...rest: []) => {
    if (!done && /^c /m.test(String(bytes))) {
      done = true;
      fs.appendFileSync(log, `\nc rival ${lab.now} b:${hash}:${id}\ns rival ${lab.now}\n`);
    }
    return write(fd, bytes, ...rest);
  }) as typeof fs.writeSync);
  return () => [...parse(fs.readFileSync(log, 'utf8'), lab.now + 60_000).holders];
}

describe('a body that another process takes', () => {
  it('is left to it at a prompt, and no body of ours is given up for a larger one', () => {
    const lab = three();
    expect(Object.keys(bodiesIn(lab.prompt('alone', 'payments deploy')))).toEqual(['first', 'third']);
    lab.prompt('s', 'thanks');
    const held = rival(lab, 's', 'first');
    const context = lab.prompt('s', 'payments deploy');
    expect(Object.keys(bodiesIn(context))).toEqual(['third']);
    expect(cardsIn(context)).toEqual(['second']);
    expect(context.split('\n').at(-1)).toBe('already loaded: first');
    const holders = new Map(held().map(([key, process]) => [key.replace(/:.*:/, ':'), process]));
    expect([holders.get('b:first'), holders.has('b:second'), holders.get('b:third')]).toEqual([
      'rival',
      false,
      holders.get('k:second'),
    ]);
    // What was not sent comes with the next prompt.
    expect(Object.keys(bodiesIn(lab.prompt('s', 'payments deploy')))).toEqual(['second']);
  });

  it('is left to it at a start too', () => {
    const lab = three('type: rule\n');
    lab.config('start:\n  max_tokens: 1600\n');
    lab.sync();
    expect(Object.keys(bodiesIn(lab.start('alone')))).toEqual(['first', 'third']);
    rival(lab, 's', 'first');
    const context = lab.start('s');
    expect(Object.keys(bodiesIn(context))).toEqual(['third']);
    expect(cardsIn(context)).toEqual(['second']);
  });
});
