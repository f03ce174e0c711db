// E-47: a prompt that names a file of the project brings what applies to it. How paths may be written: named.test.ts.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const HANDLERS = 'Handlers return problem+json.';

function scoped(): Lab {
  const lab = newLab();
  lab.remember('handlers', `---\napplies_to: ["src/api/**"]\n---\n${HANDLERS}\n`);
  lab.remember('plants', 'The office plants are watered on Fridays.');
  fs.mkdirSync(path.join(lab.project, 'src/api'), { recursive: true });
  fs.writeFileSync(path.join(lab.project, 'src/api/a.ts'), '');
  fs.writeFileSync(path.join(lab.project, 'src/other.ts'), '');
  lab.sync();
  return lab;
}

const bodies = (context: string) => Object.keys(bodiesIn(context));

describe('E-47: a prompt that names a file', () => {
  it('brings what applies to it where the file is there, and nothing where it is not', () => {
    const lab = scoped();
    expect(bodiesIn(lab.prompt('s', 'fix src/api/a.ts'))).toEqual({ handlers: HANDLERS });
    expect(lab.prompt('t', 'fix src/api/missing.ts')).toBe('');
    fs.rmSync(path.join(lab.project, 'src/api/a.ts'));
    expect(lab.prompt('u', 'fix src/api/a.ts')).toBe('');
  });

  it.each([
    'look at src/api/a.ts:12 please',
    'see `src/api/a.ts`.',
    "what does 'src/api/a.ts' do?",
    'what does "src/api/a.ts" do?',
    'fix @src/api/a.ts',
    'fix ./src/api/a.ts:12:5, it fails',
    '修复src/api/a.ts中的错误',
    'what belongs into src/api/?',
  ])('in any of the ways that people write: %s', (prompt) => {
    expect(bodies(scoped().prompt('s', prompt))).toEqual(['handlers']);
  });

  it('by its bare name where git knows one file of that name, and not where it knows two', () => {
    const lab = scoped();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: lab.project, stdio: 'pipe' });
    fs.rmSync(path.join(lab.project, '.git'), { recursive: true });
    git('init', '-q');
    git('add', 'src');
    expect(bodies(lab.prompt('s', 'why is a.ts so slow?'))).toEqual(['handlers']);
    fs.writeFileSync(path.join(lab.project, 'src/a.ts'), '');
    fs.renameSync(path.join(lab.project, 'src/a.ts'), path.join(lab.project, 'src/other.ts'));
    fs.mkdirSync(path.join(lab.project, 'lib'));
    fs.writeFileSync(path.join(lab.project, 'lib/a.ts'), '');
    git('add', '.');
    expect(lab.prompt('t', 'why is a.ts so slow?')).toBe('');
  });

  it('before what only its words ask for; each once, and then it is already loaded', () => {
    const lab = scoped();
    const asks = 'when are the office plants watered, says src/api/a.ts?';
    expect(bodies(lab.prompt('s', asks))).toEqual(['handlers', 'plants']);
    expect(lab.prompt('s', asks)).toBe('already loaded: handlers, plants');
  });

  it('shares the delivered set with the tools, three bodies at a time', () => {
    const lab = newLab();
    for (let n = 0; n < 5; n++) lab.remember(`r${n}`, `---\napplies_to: "*.py"\n---\nRule number ${n}.\n`);
    fs.writeFileSync(path.join(lab.project, 'a.py'), '');
    lab.sync();
    const touch = () =>
      lab.context('claude', {
        session_id: 's',
        cwd: lab.project,
        hook_event_name: 'PreToolUse',
        tool_name: 'Edit',
        tool_input: { file_path: path.join(lab.project, 'a.py') },
      });
    const first = bodies(lab.prompt('s', 'fix a.py'));
    const second = bodies(touch());
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([3, 2, 5]);
    expect(lab.prompt('s', 'fix a.py')).toBe('already loaded: r0, r1, r2, r3, r4');
  });

  it('from a sub-folder and in a subagent’s parent alike; outside the project nothing', () => {
    const lab = scoped();
    expect(bodies(lab.prompt('s', 'fix a.ts', { cwd: path.join(lab.project, 'src/api') }))).toEqual(['handlers']);
    expect(lab.prompt('t', 'compare /etc/passwd and ../x')).toBe('');
  });

  it('brings nothing where memory is not automatic', () => {
    for (const read of ['startup', 'manual', 'off']) {
      const lab = scoped();
      lab.config(`read: ${read}\n`);
      lab.sync();
      expect([read, lab.prompt('s', 'fix src/api/a.ts')]).toEqual([read, '']);
    }
  });
});
