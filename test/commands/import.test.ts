import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(() => lab.remove());

const vault = () => fs.readdirSync(lab.vault).sort();

describe('import', () => {
  it('copies files and folders and keeps the originals', async () => {
    lab.write('notes/a.md', '# Alpha\n\nText.\n');
    lab.write('notes/sub/Правила.md', '\uFEFFПравила.\r\n');
    lab.write('notes/README.md', 'Read me.\n');
    lab.write('notes/node_modules/x.md', 'No.\n');
    lab.write('notes/.hidden/x.md', 'No.\n');
    lab.write('one.md', '---\ntitle: One\ntype: decision\n---\nOne.\n');
    const { code, out, err } = await lab.run('import notes one.md');
    expect({ code, err }).toEqual({
      code: 0,
      err: 'engram: left out, for they are of the project itself: notes/README.md; name one to import it\nengram: 3 imported, 3 undated; undated memories count as a year old, until reviewed stands in their files\n',
    });
    expect(out.split('\n').sort()).toEqual([
      '',
      'notes/a.md: imported as a',
      'notes/sub/Правила.md: imported as pravila',
      'one.md: imported as one',
    ]);
    expect(vault()).toEqual(['a.md', 'one.md', 'pravila.md']);
    expect((await lab.run('import notes notes/README.md')).out).toContain('notes/README.md: imported as readme\n');
    expect(lab.read('.engram/memories/one.md')).toMatch(
      /^---\ntitle: One\ntype: decision\nsummary: One\nsource: import:one\.md\nimport_hash: "?[0-9a-f]{16}"?\n---\nOne\.\n$/,
    );
    expect(lab.read('.engram/memories/pravila.md')).toMatch(
      /^\uFEFF---\r\nsource: import:notes\/sub\/Правила\.md\r\nimport_hash: "?[0-9a-f]{16}"?\r\n---\r\nПравила\.\r\n$/,
    );
    expect(lab.read('notes/a.md')).toBe('# Alpha\n\nText.\n');
  });

  it('takes nothing twice, by whatever name', async () => {
    lab.write('a.md', 'Same.\n');
    lab.write('copy.md', 'Same.\r\n\r\n');
    expect((await lab.run('import a.md copy.md *.md')).out).toBe('a.md: imported as a\ncopy.md: there already as a\n');
    expect((await lab.run('import a.md')).out).toBe('a.md: there already as a\n');
    expect(vault()).toEqual(['a.md']);
  });

  it('does not take an edited copy’s original again', async () => {
    lab.write('a.md', 'Original.\n');
    await lab.run('import a.md');
    lab.write('.engram/memories/a.md', lab.read('.engram/memories/a.md').replace('Original.', 'Edited.'));
    expect((await lab.run('import a.md')).out).toBe('a.md: there already as a\n');
    lab.write('a.md', 'Changed.\n');
    const both = await lab.run('import a.md');
    expect(both.out).toBe('');
    expect(both.err).toBe(
      'engram: a.md: both it and its copy a have changed; engram forget a and import again to take the new one\nengram: 1 file could not be imported\n',
    );
    expect(lab.read('.engram/memories/a.md')).toMatch(/\nEdited\.\n$/);
  });

  it('brings an unedited copy up to date, with what was added to its front matter', async () => {
    lab.write('a.md', 'Original.\n');
    await lab.run('import a.md');
    lab.write('.engram/memories/a.md', lab.read('.engram/memories/a.md').replace('---\n', '---\n# ours\ntype: rule\n'));
    lab.write('a.md', 'Changed.\n');
    expect((await lab.run('import a.md --dry-run')).out).toBe('a.md: would be updated in a\n');
    expect(lab.read('.engram/memories/a.md')).toMatch(/Original\.\n$/);
    expect((await lab.run('import a.md')).out).toBe('a.md: updated in a\n');
    expect(lab.read('.engram/memories/a.md')).toMatch(/^---\n# ours\ntype: rule\n[\s\S]*---\nChanged\.\n$/);
    expect((await lab.run('import a.md')).out).toBe('a.md: there already as a\n');
  });

  it('takes dates and title over from other programs’ front matter', async () => {
    const front = (text: string) => `---\n${text}\n---\nThe body of ${text}\n`;
    const cases: [front: string, expected: object][] = [
      ['date: 2024-05-06', { created: '2024-05-06', reviewed: null }],
      ['created: 2024-05-06T10:00\nupdated: 2025-01-02 08:30', { created: '2024-05-06', reviewed: '2025-01-02' }],
      [
        'created: 2024-05-06\ndate: 2020-01-01\nreviewed: 2025-03-04\nupdated: 2026-01-01',
        { created: '2024-05-06', reviewed: '2025-03-04' },
      ],
      ['created: "[[2024-05-06]]"\ndate: 2024-05-07', { created: '2024-05-07', reviewed: null }],
      ['date: 30.11.2026\nupdated: soon', { created: null, reviewed: null }],
      ['title: "A: title"', { summary: 'A: title' }],
      ['title: Not this\nsummary: This', { summary: 'This' }],
    ];
    for (const [i, [text]] of cases.entries()) lab.write(`n/${i}.md`, front(text));
    expect((await lab.run('import n')).err).toBe(
      'engram: 7 imported, 3 undated; undated memories count as a year old, until reviewed stands in their files\n',
    );
    const listed = await lab.json<object[]>('list --json');
    for (const [i, [, expected]] of cases.entries()) expect(listed[i]).toMatchObject({ id: String(i), ...expected });
    expect(lab.read('.engram/memories/0.md')).toContain('date: 2024-05-06\n');
    expect((await lab.run('import n')).out).toBe(cases.map((_, i) => `n/${i}.md: there already as ${i}\n`).join(''));
  });

  it('takes Markdown from folders, text where it is named, and nothing else', async () => {
    for (const name of ['a.md', 'b.Markdown', 'c.txt', 'd.png']) lab.write(`n/${name}`, `Text of ${name}.\n`);
    expect((await lab.run('import n')).out).toBe('n/a.md: imported as a\nn/b.Markdown: imported as b\n');
    expect((await lab.run(['import', 'n/*'])).out).toBe(
      'n/a.md: there already as a\nn/b.Markdown: there already as b\nn/c.txt: imported as c\n',
    );
    const refused = await lab.run('import n/d.png n/c.txt');
    expect(refused).toEqual({
      code: 65,
      out: 'n/c.txt: there already as c\n',
      err: `engram: ${lab.project}/n/d.png: only Markdown and text is imported; a file of it ends in .md, .markdown or .txt\nengram: 1 file could not be imported\n`,
    });
    expect(vault()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it('imports the others where one is in conflict', async () => {
    lab.write('a.md', 'Original.\n');
    await lab.run('import a.md');
    lab.write('.engram/memories/a.md', lab.read('.engram/memories/a.md').replace('Original.', 'Edited.'));
    lab.write('a.md', 'Changed.\n');
    lab.write('b.md', 'Other.\n');
    const { code, out } = await lab.run('import a.md b.md');
    expect({ code, out }).toEqual({ code: 65, out: 'b.md: imported as b\n' });
  });

  it('gives two files of one name two ids', async () => {
    lab.write('x/a.md', 'One.\n');
    lab.write('y/a.md', 'Two.\n');
    expect((await lab.run('import x y --dry-run')).out).toBe(
      'x/a.md: would be imported as a\ny/a.md: would be imported as a-2\n',
    );
    expect((await lab.run('import x y')).out).toBe('x/a.md: imported as a\ny/a.md: imported as a-2\n');
  });

  it('writes nothing in a dry run', async () => {
    lab.write('a.md', 'One.\n');
    expect((await lab.run('import a.md --dry-run')).out).toBe('a.md: would be imported as a\n');
    expect(vault()).toEqual([]);
  });

  it('names what cannot be imported and takes the others', async () => {
    lab.write('a.md', 'One.\n');
    lab.write('bad.md', '---\nx: 1\ntype: note\n---\nBad.\n');
    lab.write('empty.md', '');
    const { code, out, err } = await lab.run('import bad.md a.md empty.md');
    expect(code).toBe(65);
    expect(out).toBe('a.md: imported as a\n');
    expect(err).toBe(
      `engram: ${lab.project}/bad.md:3: type must be one of rule, fact, preference, decision, procedure, skill, not "note"\n` +
        `engram: ${lab.project}/empty.md:1: the file is empty: a memory is its body\n` +
        'engram: 1 imported, 1 undated; undated memories count as a year old, until reviewed stands in their files\n' +
        'engram: 2 files could not be imported\n',
    );
  });

  it('keeps the home folder’s name out of a project’s vault', async () => {
    const file = path.join(lab.home, 'notes.md');
    fs.writeFileSync(file, 'Mine.\n');
    await lab.run(['import', file]);
    expect(lab.read('.engram/memories/notes.md')).toContain('source: import:~/notes.md\n');
  });

  it('imports into the user’s vault, as JSON', async () => {
    const from = lab.write('a.md', 'One.\n');
    expect(await lab.json('import a.md --global --json')).toEqual([
      { from, outcome: 'imported', id: 'a', file: path.join(lab.engram, 'memories/a.md'), date: null },
    ]);
  });

  it.each([
    ['import nowhere.md', 66, 'nowhere.md is not there; nothing was imported'],
    ['import *.nothing', 66, '*.nothing matches no Markdown or text file; nothing was imported'],
    ['import', 64, 'name files or folders, or a tool: engram import --from claude-md'],
  ])('%s', async (line, code, message) => {
    expect(await lab.run(line)).toEqual({ code, out: '', err: `engram: ${message}\n` });
  });
});
