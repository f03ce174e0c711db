import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from '../../hosts/codex.ts';
import { recorded, testHost } from './contract.ts';
import { faults, type Schema } from './schema.ts';

/** Of an event's answers, as Codex publishes it. */
function outputSchema(event: string): Schema {
  const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  const file = path.join(
    import.meta.dirname,
    '..',
    'fixtures',
    'codex',
    'schemas',
    `${name}.command.output.schema.json`,
  );
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Schema;
}

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'PreToolUse', 'SubagentStart'];

testHost(codex, {
  hostLimit: 10_000,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
  faults: (output, event) => faults(output, outputSchema(event), outputSchema(event)),
});

const payload = (name: string) => recorded('codex').find((fixture) => fixture.name === name)!.payload;

describe('codex: its own', () => {
  it('E-52: answers a subagent’s start in its published shape, with nothing beside it', () => {
    const starts = recorded('codex').filter(({ event }) => event === 'SubagentStart');
    expect(starts.length).toBeGreaterThan(0);
    const schema = outputSchema('SubagentStart');
    for (const { payload: start } of starts) {
      const output = codex.format({ context: 'x' }, codex.parse(start, {})!);
      expect(output).toEqual({ hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'x' } });
      expect(faults(output, schema, schema)).toEqual([]);
    }
  });

  it('measures answers by a schema that tells right from wrong', () => {
    const schema = outputSchema('UserPromptSubmit');
    const check = (output: unknown) => faults(output, schema, schema);
    const inner = { hookEventName: 'UserPromptSubmit', additionalContext: 'x' };
    expect(check({ hookSpecificOutput: inner })).toEqual([]);
    expect(check({ hookSpecificOutput: { ...inner, permissionDecision: 'deny' } })).toEqual([
      '$.hookSpecificOutput.permissionDecision is not allowed',
    ]);
    expect(check({ hookSpecificOutput: { ...inner, hookEventName: 'Stop' } })).toEqual([
      '$.hookSpecificOutput.hookEventName is not "UserPromptSubmit"',
    ]);
    expect(check({ hookSpecificOutput: { additionalContext: 'x' } })).toEqual([
      '$.hookSpecificOutput.hookEventName is missing',
    ]);
    expect(check({ additionalContext: 'x' })).toEqual(['$.additionalContext is not allowed']);
    expect(check({ decision: 'approve' })).toEqual(['$.decision is none of ["block"]']);
    expect(check([])).toEqual(['$ is of the type array']);
  });

  it('has no answer to a compaction that could be valid with context: none is printed', () => {
    const schema = outputSchema('PreCompact');
    expect(schema.properties).not.toHaveProperty('hookSpecificOutput');
    expect(codex.injects).not.toContain('pre-compact');
  });

  it.each(['manual', 'auto'] as const)('A-17: hears that a compaction is over, and not its summary: %s', (trigger) => {
    const over = payload(`PostCompact.${trigger}.json`);
    const moment = codex.parse({ ...over, compact_summary: 'CANARY' }, {});
    expect(moment).toMatchObject({ kind: 'post-compact', event: 'PostCompact', session: over.session_id, trigger });
    expect(JSON.stringify(moment)).not.toContain('CANARY');
    expect(codex.parse(payload(`PreCompact.${trigger}.json`), {})).toMatchObject({ kind: 'pre-compact', trigger });
    expect(codex.events.map(({ event }) => event)).not.toContain('PostCompact');
    expect(codex.injects).not.toContain('post-compact');
  });

  it('reads its hooks where CODEX_HOME says', () => {
    expect(codex.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.codex/hooks.json');
    expect(codex.settings.path.user?.('/home/dev', { CODEX_HOME: '/etc/c' })).toBe('/etc/c/hooks.json');
    expect(codex.settings.path).not.toHaveProperty('local');
  });

  it.each([
    ['add', ['hello.txt'], 'call_fake0001'],
    ['add.codemode', ['n.txt'], 'exec-01990000-0000-7000-8000-0000000000e1'],
    ['failing', ['nothere.txt'], 'call_fake0001'],
    ['multi', ['hello.txt', 'b.txt'], 'call_fake0001'],
  ])('takes the files of a patch: %s', (name, paths, call) => {
    expect(codex.parse(payload(`PreToolUse.apply_patch-${name}.json`), {})).toMatchObject({
      kind: 'path',
      tool: 'apply_patch',
      paths,
      call,
    });
  });

  it('takes deleted and moved files too, and no line that only looks like one', () => {
    const patch = payload('PreToolUse.apply_patch-add.json');
    const command = [
      '*** Begin Patch',
      '*** Delete File: old.ts',
      '*** Update File: a b.ts',
      '*** Move to: src/c.ts',
      '@@',
      '+*** Add File: not.ts',
      ' *** Add File: neither.ts',
      '*** End Patch',
    ].join('\r\n');
    expect(codex.parse({ ...patch, tool_input: { command } }, {})).toMatchObject({
      paths: ['old.ts', 'a b.ts', 'src/c.ts'],
    });
    for (const input of [undefined, null, [], 'x', {}, { command: '' }, { command: [command] }]) {
      expect(codex.parse({ ...patch, tool_input: input }, {})).toMatchObject({ kind: 'path', paths: [] });
    }
    expect(codex.parse({ ...patch, tool_name: 'Bash', tool_input: { command } }, {})).toMatchObject({ paths: [] });
  });

  it("keeps a subagent's prompt apart from its parent's, and names the turn", () => {
    const sub = payload('UserPromptSubmit.subagent.json');
    expect(codex.parse(sub, {})).toMatchObject({
      kind: 'prompt',
      agent: sub.agent_id,
      turn: sub.turn_id,
      prompt: 'do subtask',
    });
    expect(codex.parse(payload('UserPromptSubmit.main.json'), {})).not.toHaveProperty('agent');
  });
});
