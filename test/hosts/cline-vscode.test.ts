import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clineVscode } from '../../hosts/cline-vscode.ts';
import { type HostEvent, OWN_MARK } from '../../hosts/host.ts';
import { tellHost } from '../../hosts/index.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['UserPromptSubmit', 'PreToolUse'];

testHost(clineVscode, {
  hostLimit: 50_000,
  keys: ['cancel', 'contextModification'],
  events: { native: EVENTS, hook: EVENTS },
  told: ({ taskId, workspaceRoots }) => ({ session: taskId, cwd: (workspaceRoots as string[])[0] }),
  needs: ['taskId', 'hookName', 'workspaceRoots'],
});

const payload = (name: string) => recorded('cline-vscode').find((fixture) => fixture.name === name)!.payload;

describe('cline-vscode: its own', () => {
  it('never cancels', () => {
    const moment = clineVscode.parse(payload('UserPromptSubmit.documented.json'), {})!;
    expect(clineVscode.format({ context: 'x' }, moment)).toEqual({ cancel: false, contextModification: 'x' });
    expect(clineVscode.nothing).toEqual({ cancel: false });
  });

  it('runs scripts by the names of its events', () => {
    const { path: paths, format } = clineVscode.settings;
    expect(paths.project?.('/srv/shop', {})).toBe('/srv/shop/.clinerules/hooks');
    expect(paths.user?.('/home/dev', {})).toBe('/home/dev/Documents/Cline/Hooks');
    if (format.kind !== 'scripts') throw new Error(format.kind);
    const text = format.write(clineVscode.events[0] as HostEvent, 'exec engram-hook cline-vscode');
    const [first, second, ...rest] = text.split('\n');
    expect([first, rest]).toEqual(['#!/bin/sh', ['exec engram-hook cline-vscode', '']]);
    expect(second).toContain(OWN_MARK);
  });

  it('takes the prompt, also out of the tag that the SDK puts around it', () => {
    const submit = payload('UserPromptSubmit.documented.json');
    const prompt = (text: unknown) => clineVscode.parse({ ...submit, userPromptSubmit: { prompt: text } }, {});
    expect(prompt('why?')).toMatchObject({ kind: 'prompt', prompt: 'why?' });
    expect(prompt('<user_input mode="act">a\nb</user_input>')).toMatchObject({ prompt: 'a\nb' });
    expect(prompt(undefined)).toMatchObject({ prompt: '' });
  });

  it.each([
    ['read_file', { path: 'src/a.ts' }, ['src/a.ts']],
    ['write_to_file', { path: 'b.ts', content: 'x' }, ['b.ts']],
    ['replace_in_file', { path: '/home/dev/project/c.ts', diff: 'x' }, ['/home/dev/project/c.ts']],
    ['editor', { path: 'd.ts', new_text: 'x' }, ['d.ts']],
    ['read_files', { files: '[{"path":"a.ts"},{"path":"b.ts","start_line":3}]' }, ['a.ts', 'b.ts']],
    ['read_files', { file_paths: '["a.ts","b.ts"]' }, ['a.ts', 'b.ts']],
    ['read_files', { paths: 'a.ts' }, ['a.ts']],
    ['read_files', { files: '[{"file_path":"a.ts"},7,null,{}]' }, ['a.ts']],
    ['apply_patch', { input: '*** Begin Patch\n*** Update File: e.ts\n*** End Patch' }, ['e.ts']],
    ['execute_command', { command: 'cat a.ts', path: 'a.ts' }, []],
    ['search_files', { path: 'src' }, []],
    ['read_file', {}, []],
  ])('takes the files of a tool: %s %j', (toolName, parameters, paths) => {
    const use = { ...payload('PreToolUse.documented.json'), preToolUse: { toolName, parameters } };
    expect(clineVscode.parse(use, {})).toMatchObject({ kind: 'path', tool: toolName, paths });
  });

  it("hears the events of Cline's command line, which runs the same files, and answers none", () => {
    const folder = path.join(import.meta.dirname, '..', 'fixtures', 'cline-vscode', 'cli');
    const names = fs.readdirSync(folder).sort();
    const moments = names.map((name) => {
      const json = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as unknown;
      const moment = clineVscode.parse(json, {});
      return [tellHost(json, {})?.name, moment?.event, moment?.kind];
    });
    expect(moments).toEqual(
      ['tool_result', 'tool_call', 'agent_end', 'agent_start'].map((event) => ['cline-vscode', event, 'tool-result']),
    );
    expect(clineVscode.injects).toEqual(['prompt', 'path']);
  });
});
