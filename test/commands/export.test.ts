import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

const DEPLOY = '\uFEFF---\r\nowner: ada # of the team\r\ntype: rule\r\n---\r\nDeploys only Monday.\r\n';
const OWN = '---\nid: tabs\n---\nTabs, not blanks.';

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
  lab.write('.engram/memories/ops/Deploy Window.md', DEPLOY);
  lab.write('.engram/memories/api.md', 'Errors are problem+json.\n');
  lab.write('.engram/memories/broken.md', '---\ntype: thing\n---\nx\n');
  fs.mkdirSync(path.join(lab.engram, 'memories'), { recursive: true });
  fs.writeFileSync(path.join(lab.engram, 'memories/own.md'), OWN);
  // Hidden by the project's, and the person's all the same.
  fs.writeFileSync(path.join(lab.engram, 'memories/api.md'), 'My errors.\n');
});
afterEach(() => lab.remove());

describe('export', () => {
  it('prints every memory with its vault and front matter, in a stable order', async () => {
    const { code, out, err } = await lab.run('export --json');
    expect({ code, err }).toEqual({
      code: 0,
      err: 'engram: 1 memory file cannot be read; engram doctor says where and why\n',
    });
    expect(JSON.parse(out)).toEqual({
      engram: 1,
      memories: [
        {
          ...{ id: 'api', vault: 'project', folder: '.engram/memories', path: 'api.md', frontMatter: {} },
          ...{ body: 'Errors are problem+json.\n', text: 'Errors are problem+json.\n' },
        },
        {
          ...{ id: 'deploy-window', vault: 'project', folder: '.engram/memories', path: 'ops/Deploy Window.md' },
          ...{ frontMatter: { owner: 'ada', type: 'rule' }, body: 'Deploys only Monday.\r\n', text: DEPLOY },
        },
        {
          ...{ id: 'api', vault: 'user', path: 'api.md', frontMatter: {} },
          body: 'My errors.\n',
          text: 'My errors.\n',
        },
        {
          id: 'tabs',
          vault: 'user',
          path: 'own.md',
          frontMatter: { id: 'tabs' },
          body: 'Tabs, not blanks.',
          text: OWN,
        },
      ],
    });
    expect((await lab.run('export')).out).toBe(out);
  });

  it('is taken back byte for byte, once', async () => {
    await lab.run('export --out ../all.json');
    const other = makeLab();
    await other.run('init');
    const file = path.join(lab.dir, 'all.json');
    const taken = await other.run(['import', '--from', 'engram-export', file]);
    expect(taken.code).toBe(0);
    expect(other.read('.engram/memories/ops/Deploy Window.md')).toBe(DEPLOY);
    expect(fs.readFileSync(path.join(other.engram, 'memories/own.md'), 'utf8')).toBe(OWN);
    expect(fs.statSync(path.join(other.engram, 'memories/own.md')).mode & 0o777).toBe(0o600);
    expect((await other.run('export --json')).out).toBe((await lab.run('export --json')).out);
    expect((await other.run('list')).out).toContain('deploy-window');
    const again = await other.json<{ outcome: string }[]>(['import', '--from', 'engram-export', file, '--json']);
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'));
    other.write('.engram/memories/api.md', 'Mine.\n');
    const differs = await other.run(['import', '--from', 'engram-export', file]);
    expect(differs.code).toBe(65);
    expect(differs.err).toContain(`another memory api stands in ${other.vault}/api.md and stays as it is`);
    expect(other.read('.engram/memories/api.md')).toBe('Mine.\n');
    other.remove();
  });

  it('copies no memory into a vault, where it would be one more', async () => {
    expect(await lab.run('export --markdown --out .engram/memories/copy')).toMatchObject({
      code: 64,
      err: expect.stringContaining('engram: .engram/memories is a vault'),
    });
    expect(fs.existsSync(path.join(lab.vault, 'copy'))).toBe(false);
  });

  it('writes over nothing without --force', async () => {
    const file = lab.write('all.json', 'mine\n');
    expect(await lab.run('export --out all.json')).toMatchObject({
      code: 73,
      err: expect.stringContaining(`engram: ${file} would be written over; --force does that\n`),
    });
    expect(lab.read('all.json')).toBe('mine\n');
    await lab.run('export --out all.json --force');
    expect(JSON.parse(lab.read('all.json')).memories).toHaveLength(4);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes Markdown: one after the other, or as files', async () => {
    expect((await lab.run('export --markdown')).out).toBe(
      `<!-- project/api.md -->\nErrors are problem+json.\n\n<!-- project/ops/Deploy Window.md -->\n${DEPLOY}\n<!-- user/api.md -->\nMy errors.\n\n<!-- user/own.md -->\n${OWN}`,
    );
    const { err } = await lab.run('export --markdown --out copy');
    expect(err).toContain(`engram: 4 memories exported to ${lab.project}/copy\n`);
    expect(lab.read('copy/project/ops/Deploy Window.md')).toBe(DEPLOY);
    expect(lab.read('copy/user/own.md')).toBe(OWN);
    const again = await lab.run('export --markdown --out copy');
    expect(again.code).toBe(73);
    expect(again.err).toContain('copy/project/api.md and 3 other files would be written over; --force does that\n');
  });

  it.each([
    ['{"engram": 1,\n "memories": [oops]}', ':2: is no JSON: '],
    [
      '{"engram": 2, "memories": []}',
      ': is not what engram export writes: engram is of another version than this engram reads (1)',
    ],
    [
      '{"engram": 1, "memories": [{"vault": "user", "path": "../x.md", "text": "x"}]}',
      ': is not what engram export writes: memories.0.path must stay within the vault',
    ],
    [
      '{"engram": 1, "memories": [{"vault": "user", "path": "x.md", "text": "---\\ntype: thing\\n---\\nx"}]}',
      ': memories.0 (x.md) is no memory: line 2: type must be one of',
    ],
  ])('takes nothing of %j', async (text, message) => {
    const file = lab.write('bad.json', text);
    const { code, err } = await lab.run('import --from engram-export bad.json');
    expect(code).toBe(65);
    expect(err).toContain(`engram: ${file}${message}`);
    expect(err).toMatch(/; nothing was imported\n$/);
  });
});
