import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const API = 'Handlers in src/api return problem+json.';

function scoped(): Lab {
  const lab = newLab();
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.remember('ts', '---\napplies_to: ["*.ts"]\n---\nTypeScript is strict here.\n');
  lab.remember('plain', 'The office plants are watered on Fridays.');
  for (const file of ['src/api/a.ts', 'src/web/b.css', 'docs/c.md']) {
    fs.mkdirSync(path.join(lab.project, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(lab.project, file), '');
  }
  lab.sync();
  return lab;
}

let calls = 0;
const touch = (lab: Lab, tool: string, file: string, more: Record<string, unknown> = {}) =>
  lab.event('claude', {
    session_id: 's',
    cwd: lab.project,
    hook_event_name: 'PreToolUse',
    prompt_id: 'p',
    tool_name: tool,
    tool_use_id: `call${++calls}`,
    tool_input: { [tool === 'NotebookEdit' ? 'notebook_path' : 'file_path']: path.resolve(lab.project, file) },
    ...more,
  }) as { hookSpecificOutput: Record<string, string> } | undefined;
const context = (lab: Lab, tool: string, file: string, more = {}) =>
  touch(lab, tool, file, more)?.hookSpecificOutput.additionalContext ?? '';

const patch = (lab: Lab, text: string) =>
  bodiesIn(
    lab.context('codex', {
      session_id: 's',
      cwd: lab.project,
      model: 'm',
      turn_id: 't',
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_use_id: `call${++calls}`,
      tool_input: { command: text },
    }),
  );

describe('a touched path', () => {
  it.each(['Read', 'Edit', 'Write', 'MultiEdit'])('E-39: %s brings what applies, once, and never decides', (tool) => {
    const lab = scoped();
    const out = touch(lab, tool, 'src/api/a.ts')!;
    expect(Object.keys(bodiesIn(out.hookSpecificOutput.additionalContext!)).sort()).toEqual(['api', 'ts']);
    expect(Object.keys(out.hookSpecificOutput).sort()).toEqual(['additionalContext', 'hookEventName']);
    expect(touch(lab, tool, 'src/api/a.ts')).toBeUndefined();
    expect(touch(lab, tool, 'docs/c.md')).toBeUndefined();
  });

  it('knows notebooks, files that are not there yet, and says nothing for other tools', () => {
    const lab = scoped();
    expect(Object.keys(bodiesIn(context(lab, 'NotebookEdit', 'src/api/n.ipynb')))).toEqual(['api']);
    expect(Object.keys(bodiesIn(context(lab, 'Write', 'src/new/deep/x.ts')))).toEqual(['ts']);
    expect(touch(lab, 'Bash', 'src/api/a.ts')).toBeUndefined();
    expect(lab.log()).toBe('');
  });

  it('E-40: an apply_patch brings what applies to any of its files, moves too; a shell call nothing', () => {
    const lab = scoped();
    expect(
      patch(
        lab,
        '*** Begin Patch\n*** Delete File: docs/c.md\n*** Update File: docs/d.md\n*** Move to: src/api/d.md\n*** End Patch',
      ),
    ).toEqual({ api: API });
    expect(
      Object.keys(
        patch(lab, '*** Begin Patch\n*** Add File: web/x.css\n+a\n*** Update File: src/api/a.ts\n*** End Patch'),
      ),
    ).toEqual(['ts']);
    const shell = {
      session_id: 't',
      cwd: lab.project,
      model: 'm',
      turn_id: 't',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'cat src/api/a.ts' },
    };
    expect(lab.event('codex', shell)).toBeUndefined();
  });

  it('E-44: brings three bodies an event, then the next', () => {
    const lab = newLab();
    for (let n = 0; n < 5; n++)
      lab.remember(`m${n}`, `---\napplies_to: src/**\nimportance: 0.${9 - n}\n---\nNote ${n}.\n`);
    lab.sync();
    const ids = () => Object.keys(bodiesIn(context(lab, 'Edit', 'src/a.ts')));
    expect([ids(), ids(), ids()]).toEqual([['m0', 'm1', 'm2'], ['m3', 'm4'], []]);
  });

  it('E-38 E-43: shares the delivered set with prompts, both ways', () => {
    const lab = scoped();
    context(lab, 'Edit', 'src/api/a.ts');
    expect(lab.prompt('s', 'what do handlers in src/api return? problem+json?')).toBe('already loaded: api');
    expect(Object.keys(bodiesIn(lab.prompt('other', 'what do handlers in src/api return? problem+json?')))).toEqual([
      'api',
    ]);
    expect(Object.keys(bodiesIn(context(lab, 'Edit', 'src/api/a.ts', { session_id: 'other' })))).toEqual(['ts']);
  });

  it('E-50 E-53: in a subagent with an id it is the subagent’s set, without one the parent’s', () => {
    const lab = scoped();
    const first = context(lab, 'Edit', 'src/api/a.ts', { agent_id: 'a1' });
    expect(Object.keys(bodiesIn(first)).sort()).toEqual(['api', 'ts']);
    expect(context(lab, 'Edit', 'src/api/a.ts')).toBe(first);
    expect(context(lab, 'Edit', 'src/api/a.ts', { agent_id: 'a1' })).toBe('');
  });

  it('two tools that run at once are two events', () => {
    const lab = scoped();
    expect(Object.keys(bodiesIn(context(lab, 'Read', 'src/api/n.md')))).toEqual(['api']);
    lab.now -= 1500;
    expect(Object.keys(bodiesIn(context(lab, 'Read', 'src/web/x.ts')))).toEqual(['ts']);
  });

  it('is by the real path, whatever the cwd', () => {
    const lab = scoped();
    fs.symlinkSync(path.join(lab.project, 'src/api'), path.join(lab.project, 'linked'));
    expect(Object.keys(bodiesIn(context(lab, 'Edit', 'linked/a.md')))).toEqual(['api']);
    const relative = { cwd: path.join(lab.project, 'src'), tool_input: { file_path: 'api/b.ts' } };
    expect(Object.keys(bodiesIn(context(lab, 'Edit', '', relative)))).toEqual(['ts']);
  });

  it.each([
    ['outside', '/etc/passwd'],
    ['above', '../x.ts'],
    ['the project itself', '.'],
    ['the home folder', '~/src/api/x.ts'],
    ['a NUL', 'src/api/a\0.ts'],
    ['very long', `src/api/${'x/'.repeat(5000)}a.ts`],
  ])('E-46: %s brings nothing', (_, file) => {
    const lab = scoped();
    expect(touch(lab, 'Edit', '', { tool_input: { file_path: file } })).toBeUndefined();
  });

  it('E-46: a link out of the project, and links in a circle, bring nothing', () => {
    const lab = scoped();
    fs.symlinkSync('/etc', path.join(lab.project, 'src/api/out'));
    fs.symlinkSync('loop.ts', path.join(lab.project, 'loop.ts'));
    expect(touch(lab, 'Edit', 'src/api/out/passwd.ts')).toBeUndefined();
    expect(() => touch(lab, 'Edit', 'loop.ts')).not.toThrow();
  });

  it('brings nothing where memory is not automatic', () => {
    for (const read of ['startup', 'manual', 'off']) {
      const lab = scoped();
      lab.config(`read: ${read}\n`);
      expect([read, touch(lab, 'Edit', 'src/api/a.ts')]).toEqual([read, undefined]);
    }
  });

  it('E-34: stays within the cap', () => {
    const lab = newLab();
    lab.config('load:\n  max_tokens: 16000\n');
    for (let n = 0; n < 3; n++)
      lab.remember(`m${n}`, `---\napplies_to: src/**\n---\n${`Note ${n} 部署. `.repeat(400)}\n`);
    lab.sync();
    const sent = context(lab, 'Edit', 'src/a.ts');
    expect(sent.length).toBeGreaterThan(4000);
    expect(sent.length).toBeLessThanOrEqual(9500);
  });
});

describe('a rule file that the host loaded (E-36)', () => {
  const loaded = (lab: Lab, file: string) =>
    lab.event('claude', {
      session_id: 's',
      cwd: lab.project,
      hook_event_name: 'InstructionsLoaded',
      load_reason: 'path_glob_match',
      file_path: file,
    });

  it('are asked for at a start where there are none, as after a pull that brought the link; once a minute', () => {
    const lab = scoped();
    lab.now = Date.now() + 120_000;
    lab.start('s');
    expect(lab.syncs).toBe(1);
    lab.config('hooks:\n  path_rules: hook\n');
    lab.sync();
    lab.start('t');
    expect(lab.syncs).toBe(1);
    lab.config('');
    lab.sync();
    fs.mkdirSync(path.join(lab.project, '.claude/rules/engram'), { recursive: true });
    lab.start('u');
    expect(lab.syncs).toBe(1);
    lab.now = Date.now();
    fs.rmSync(path.join(lab.project, '.claude'), { recursive: true });
    lab.start('v');
    expect(lab.syncs).toBe(1);
  });

  it('is a delivery, without a word, and stays one over a compaction', () => {
    const lab = scoped();
    const ask = 'what do handlers in src/api return? problem+json?';
    expect(loaded(lab, path.join(lab.project, '.claude/rules/engram/api.md'))).toBeUndefined();
    expect(lab.prompt('s', ask)).toBe('already loaded: api');
    lab.compact('s');
    // The host attaches it again: neither the start that follows nor the next prompt sends it.
    const start = lab.start('s', 'compact');
    expect(bodiesIn(start)).toEqual({});
    expect(start).not.toContain('[memory api ');
    expect(lab.prompt('s', ask)).toBe('already loaded: api');
    lab.start('s', 'clear');
    expect(Object.keys(bodiesIn(lab.prompt('s', ask)))).toEqual(['api']);
  });

  it('of somebody else records nothing', () => {
    const lab = scoped();
    loaded(lab, path.join(lab.project, '.claude/rules/api.md'));
    loaded(lab, '/elsewhere/.claude/rules/engram/api.md');
    loaded(lab, path.join(lab.project, '.claude/rules/engram/nobody.md'));
    expect(fs.existsSync(lab.places.sessions)).toBe(false);
  });
});
