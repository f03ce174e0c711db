// What the hook answers to the plugins of our own, and to the scripts of Cline's extension.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const API = 'Handlers in src/api return problem+json.';
const DEPLOY = 'Deploys to production go through the blue/green script.';
const RULE = 'Write commit messages in the imperative.';
const ASK_DEPLOY = 'how do deploys to production work?';
const ASK_API = 'what do handlers in src/api return? problem+json?';
const THANKS = 'thanks';

function shop(): Lab {
  const lab = newLab();
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.remember('deploy', DEPLOY);
  lab.remember('commits', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  fs.mkdirSync(path.join(lab.project, 'src/api'), { recursive: true });
  fs.writeFileSync(path.join(lab.project, 'src/api/a.ts'), '');
  lab.sync();
  return lab;
}

let turns = 0;
/** What a plugin hands over, and the context that it gets. */
const tell = (lab: Lab, host: string, event: string, more: Record<string, unknown> = {}) =>
  lab.context(host, { hook_event_name: event, session_id: 's', cwd: lab.project, ...more });
const ask = (lab: Lab, host: string, event: string, prompt: string, more = {}) =>
  tell(lab, host, event, { prompt, turn_id: `t${++turns}`, ...more });
const ids = (context: string) => Object.keys(bodiesIn(context));

describe('OpenCode', () => {
  const prompt = (lab: Lab, text: string, more = {}) => ask(lab, 'opencode', 'chat.message', text, more);

  it('E-26: each answer is whole, with what is standing first; the same needs give the same bytes', () => {
    const lab = shop();
    const first = prompt(lab, ASK_DEPLOY);
    expect(ids(first)).toEqual(['commits', 'deploy']);
    expect(prompt(lab, ASK_DEPLOY)).toBe(first);
    const second = prompt(lab, ASK_API);
    expect(ids(second)).toEqual(['commits', 'api']);
    expect(second.slice(0, second.indexOf(RULE))).toBe(first.slice(0, first.indexOf(RULE)));
    expect(ids(prompt(lab, THANKS))).toEqual(['commits']);
    expect([first, second].filter((text) => text.includes('already loaded'))).toEqual([]);
    expect(lab.log()).toBe('');
  });

  it('a session that goes on is given what belongs to a start, and then what a prompt needs', () => {
    const lab = shop();
    const event = 'experimental.chat.system.transform';
    expect(ids(tell(lab, 'opencode', event, { source: 'resume' }))).toEqual(['commits']);
    expect(ids(prompt(lab, ASK_DEPLOY))).toEqual(['commits', 'deploy']);
  });

  it('is told by its events where the command line names no host', () => {
    const lab = shop();
    expect(ids(ask(lab, '', 'chat.message', ASK_DEPLOY))).toEqual(['commits', 'deploy']);
  });

  it('E-26: nothing where nothing is to be sent', () => {
    const lab = shop();
    lab.config('read: off\n');
    lab.sync();
    expect(prompt(lab, ASK_DEPLOY)).toBe('');
  });
});

describe.each([
  ['pi', 'before_agent_start'],
  ['cline', 'beforeRun'],
])('%s', (host, event) => {
  it('the first prompt carries the start, each memory comes once', () => {
    const lab = shop();
    expect(ids(ask(lab, host, event, ASK_DEPLOY))).toEqual(['commits', 'deploy']);
    expect(ask(lab, host, event, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(ids(ask(lab, host, event, ASK_API))).toEqual(['api']);
    expect(ask(lab, host, event, THANKS)).toBe('');
    expect(ask(lab, host, event, '')).toBe('');
    expect(lab.log()).toBe('');
  });
});

describe('pi', () => {
  it.each([
    ['session_before_compact', {}],
    ['session_tree', { source: 'clear' }],
  ])('says nothing to %s, and everything again afterwards', (event, more) => {
    const lab = shop();
    const prompt = (text: string) => ask(lab, 'pi', 'before_agent_start', text);
    prompt(ASK_DEPLOY);
    expect(tell(lab, 'pi', event, more)).toBe('');
    expect(ids(prompt(ASK_DEPLOY))).toEqual(['commits', 'deploy']);
    expect(lab.log()).toBe('');
  });
});

describe('Cline', () => {
  it("keeps a subagent's record apart", () => {
    const lab = shop();
    ask(lab, 'cline', 'beforeRun', ASK_DEPLOY);
    expect(ids(ask(lab, 'cline', 'beforeRun', ASK_DEPLOY, { agent_id: 'a1' }))).toContain('deploy');
    expect(ask(lab, 'cline', 'beforeRun', ASK_DEPLOY)).toBe('already loaded: deploy');
  });
});

describe('Cline for VS Code', () => {
  const hand = (lab: Lab, hookName: string, more: Record<string, unknown>) =>
    lab.event('cline-vscode', {
      clineVersion: '3.36.0',
      taskId: 't',
      workspaceRoots: [lab.project],
      hookName,
      ...more,
    }) as { cancel: boolean; contextModification?: string };
  const prompt = (lab: Lab, text: string) => hand(lab, 'UserPromptSubmit', { userPromptSubmit: { prompt: text } });
  const read = (lab: Lab, file: string) =>
    hand(lab, 'PreToolUse', { preToolUse: { toolName: 'read_file', parameters: { path: file } } });

  it('what a prompt needs and what applies to a path, once; never a cancel', () => {
    const lab = shop();
    const first = prompt(lab, ASK_DEPLOY);
    expect([first.cancel, ids(first.contextModification!)]).toEqual([false, ['commits', 'deploy']]);
    expect(prompt(lab, THANKS)).toEqual({ cancel: false });
    const touched = read(lab, 'src/api/a.ts');
    expect([touched.cancel, ids(touched.contextModification!)]).toEqual([false, ['api']]);
    expect(read(lab, 'src/api/a.ts')).toEqual({ cancel: false });
    expect(read(lab, 'README.md')).toEqual({ cancel: false });
    expect(lab.log()).toBe('');
  });

  it.each(fs.readdirSync(path.join(import.meta.dirname, '../fixtures/cline-vscode/cli')))(
    "answers {cancel: false} to Cline's command line, and complains of nothing: %s",
    (name) => {
      const lab = shop();
      const file = path.join(import.meta.dirname, '../fixtures/cline-vscode/cli', name);
      const payload = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
      expect(lab.event('cline-vscode', { ...payload, workspaceRoots: [lab.project] })).toEqual({ cancel: false });
      expect(lab.log()).toBe('');
    },
  );
});
