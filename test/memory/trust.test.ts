import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProject } from '../../src/index/places.ts';
import { openIndex } from '../../src/index/read.ts';
import { readTrust, revokeTrust, trustedProjects, trustFault, trustFile, waiting } from '../../src/memory/trust.ts';
import { type Lab, newLab, removeLabs } from '../hook/lab.ts';

afterAll(removeLabs);

const NOTICE = 'engram: 1 memory of this project waits for its user, who alone may allow it: engram trust';
const project = (lab: Lab) => findProject(lab.project, lab.places, lab.env);

function untrusted() {
  const lab = newLab({ untrusted: true });
  lab.remember('deploy', 'Deploy on Monday.');
  return lab;
}

/** Ids in the index, and what the head says of the rest. */
function compiled(lab: Lab) {
  const index = openIndex(lab.sync().indexFile)!;
  const found = { ids: index.first(9).map(({ id }) => id), notice: index.head.notice };
  index.close();
  return found;
}

describe('a project that nobody has trusted', () => {
  it('has none of its memories compiled, and says so', () => {
    const lab = untrusted();
    fs.mkdirSync(lab.places.memories, { recursive: true });
    fs.writeFileSync(path.join(lab.places.memories, 'mine.md'), 'My own.');
    expect(compiled(lab)).toEqual({ ids: ['mine'], notice: NOTICE });
    const { indexFile, waiting, scoped, parsed } = lab.sync();
    expect({ waiting, scoped, parsed }).toEqual({
      waiting: [path.join(lab.project, '.engram/memories/deploy.md')],
      scoped: [],
      parsed: 0,
    });
    expect(fs.readFileSync(indexFile).includes('Deploy')).toBe(false);
  });

  it('has them sent by the next event after it was trusted, and no more after that was taken back', () => {
    const lab = untrusted();
    expect(lab.start('a')).toBe(NOTICE);
    expect(lab.prompt('a', 'may we deploy on monday?')).toBe('');
    lab.trust();
    expect(lab.prompt('a', 'may we deploy on monday?')).toContain('Deploy on Monday.');
    revokeTrust(project(lab), lab.places);
    expect(lab.prompt('b', 'may we deploy on monday?')).toBe('');
    // Nor where nothing can be compiled in time.
    lab.trust();
    lab.sync();
    revokeTrust(project(lab), lab.places);
    lab.stuck = true;
    expect(lab.prompt('c', 'may we deploy on monday?')).toBe('');
  });

  it('is said at a start, not at a compaction nor a resume, and not where nothing is sent by itself', () => {
    const lab = untrusted();
    expect(['startup', 'clear', 'compact', 'resume'].map((source) => lab.start(source, source))).toEqual([
      NOTICE,
      NOTICE,
      '',
      '',
    ]);
    lab.config('read: manual\n');
    expect(lab.start('manual')).toBe('');
  });

  it('is said once by the first prompt of a host that starts there', () => {
    const lab = untrusted();
    const prompt = { session_id: 's', cwd: lab.project, hook_event_name: 'BeforeAgent', prompt: 'may we deploy?' };
    expect(lab.context('gemini', prompt)).toBe(NOTICE);
    expect(JSON.stringify(lab.event('gemini', { ...prompt, prompt: 'and on friday?' }))).not.toContain('engram');
  });

  it('may have all of its memories sent with trust.mode always', () => {
    const lab = untrusted();
    lab.config('trust:\n  mode: always\n');
    expect(compiled(lab)).toEqual({ ids: ['deploy'], notice: undefined });
  });

  it('cannot set trust.mode itself', () => {
    const lab = untrusted();
    fs.writeFileSync(path.join(lab.project, '.engram/config.yaml'), 'trust:\n  mode: always\n');
    expect(compiled(lab).ids).toEqual([]);
  });
});

describe('trust.mode strict', () => {
  it('asks again for what has changed or is new since, by its bytes', () => {
    const lab = untrusted();
    lab.remember('other', 'Other.');
    lab.config('trust:\n  mode: strict\n');
    lab.trust();
    expect(compiled(lab)).toEqual({ ids: ['deploy', 'other'], notice: undefined });
    const file = lab.remember('deploy', 'Deploy on Friday.');
    const added = lab.remember('new', 'New.');
    expect(compiled(lab).ids).toEqual(['other']);
    expect(waiting(project(lab), lab.places, 'strict').map(({ file, state }) => [file, state])).toEqual([
      [file, 'changed'],
      [added, 'new'],
    ]);
    lab.remember('deploy', 'Deploy on Monday.');
    expect(compiled(lab).ids).toEqual(['deploy', 'other']);
    lab.trust();
    expect(compiled(lab).ids).toEqual(['deploy', 'new', 'other']);
  });

  it('can be turned on later: hashes are kept with once', () => {
    const lab = untrusted();
    lab.trust();
    lab.remember('new', 'New.');
    expect(compiled(lab).ids).toEqual(['deploy', 'new']);
    lab.config('trust:\n  mode: strict\n');
    expect(compiled(lab)).toEqual({ ids: ['deploy'], notice: NOTICE });
  });

  it('hashes a file only when it is parsed, which is when its stamp has changed', () => {
    const lab = untrusted();
    lab.config('trust:\n  mode: strict\n');
    lab.trust();
    expect(lab.sync()).toMatchObject({ parsed: 1, written: 'index' });
    expect(lab.sync()).toMatchObject({ parsed: 0, written: 'stamps' });
    fs.rmSync(lab.indexFile());
    expect(lab.sync()).toMatchObject({ parsed: 0, memories: 1 });
  });
});

describe('the trust file', () => {
  it('is 0600 in 0700, whatever the umask', () => {
    const lab = newLab({ untrusted: true });
    const before = process.umask(0);
    try {
      lab.trust();
    } finally {
      process.umask(before);
    }
    const file = trustFile(project(lab), lab.places);
    expect([file, path.dirname(file)].map((it) => fs.statSync(it).mode & 0o777)).toEqual([0o600, 0o700]);
    expect(trustedProjects(lab.places).map(({ root }) => root)).toEqual([lab.project]);
  });

  it.each([
    ['is no JSON', 'x{'],
    ['does not hold what engram writes', '{"root":1}'],
    ['does not hold what engram writes', 'null'],
    ['does not hold what engram writes', '{"root":"/","at":"","files":{"a":1}}'],
    ['is of another project', '{"root":"/elsewhere","at":"","files":{}}'],
    ['is no file', undefined],
  ])('trusts nothing where it %s', (fault, text) => {
    const lab = untrusted();
    const file = trustFile(project(lab), lab.places);
    fs.mkdirSync(text === undefined ? file : path.dirname(file), { recursive: true });
    if (text !== undefined) fs.writeFileSync(file, text);
    expect(readTrust(project(lab), lab.places)).toBeUndefined();
    expect(trustFault(project(lab), lab.places)).toBe(fault);
    expect(compiled(lab)).toEqual({ ids: [], notice: NOTICE });
    expect(trustedProjects(lab.places)).toEqual([]);
  });

  it('is of all worktrees, and not of a copy of the project', () => {
    const lab = untrusted();
    lab.trust();
    const copy = path.join(lab.base, 'copy');
    fs.cpSync(lab.project, copy, { recursive: true });
    expect(lab.start('s', 'startup', { cwd: copy })).toBe(NOTICE);
    expect(readTrust(project(lab), lab.places)?.files).toEqual({
      '.engram/memories/deploy.md': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
