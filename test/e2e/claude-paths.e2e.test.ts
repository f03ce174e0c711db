// The real Claude Code touches files: the memories that apply to them, by rule files and by the hook.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type AnthropicModel, startAnthropicModel } from './anthropic-model.ts';
import { ClaudeSession, contextOf } from './claude-client.ts';
import { CLAUDE, findClient } from './clients.ts';
import { git, type Lab, openLab, records } from './lab.ts';
import { ASK, FILES, HANDLERS, RULES, SCOPED, TERRAFORM } from './memories.ts';
import { engram } from './product.ts';
import { alreadyLoaded, occurrences, requestFor, since } from './request.ts';

const { binary, missing } = findClient(CLAUDE);

describe.skipIf(missing)(`Claude Code ${CLAUDE.version}, paths${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: AnthropicModel;
  const sessions: ClaudeSession[] = [];

  const open = (): ClaudeSession => {
    const session = new ClaudeSession(binary!, lab, model.url);
    sessions.push(session);
    return session;
  };
  const read = (file: string): Answer => ({ tool: 'Read', input: { file_path: path.join(lab.project, file) } });
  const inAll = (body: string) => model.requests.map(({ texts }) => occurrences(texts, body));
  const counted = (prompt: string) => occurrences(requestFor(model.requests, prompt).texts, HANDLERS.body);
  const loaded = (prompt: string) => alreadyLoaded(requestFor(model.requests, prompt).texts, prompt);
  const last = () => model.requests.findLast(({ kind }) => kind === 'turn')!.texts;
  const rules = () => path.join(lab.project, '.claude', 'rules', 'engram');
  const untracked = () => git(lab, 'status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);
  /** Ids that the session's record says the client itself has loaded. */
  const recorded = () =>
    Object.values(records(lab).sessions).flatMap((log) =>
      [...log.matchAll(/^l \d+ b:[^:]+:(.+)$/gm)].map(([, id]) => id),
    );
  /** Ids of the rules whose files stand in the client's transcript behind the last compaction. */
  const restoredRules = (session: string): string[] => {
    const projects = path.join(lab.home, '.claude', 'projects');
    const [folder] = readdirSync(projects);
    const text = readFileSync(path.join(projects, folder!, `${session}.jsonl`), 'utf8');
    const behind = text.slice(text.lastIndexOf('"subtype":"compact_boundary"'));
    return [...behind.matchAll(/"filename":"[^"]*\/rules\/engram\/([^"]+)\.md"/g)].map(([, id]) => id!);
  };

  beforeEach(async () => {
    model = await startAnthropicModel();
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.kill();
    await model.close();
    lab.close();
  });

  test('native: the client attaches the rule file; prompts and a compaction do not send it again', async () => {
    lab = openLab(SCOPED, FILES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    expect(readdirSync(rules()).sort()).toEqual(['.gitignore', ...SCOPED.map(({ id }) => `${id}.md`)].sort());
    expect(untracked()).toEqual(['?? .claude/settings.json']);

    const session = open();
    model.script.push(read('src/api/a.ts'));
    await session.turn(ASK.look);
    expect(counted(ASK.look)).toBe(0);
    expect(last().some(({ role, text }) => role === 'tool' && text.includes('export const a = 1;'))).toBe(true);
    expect(occurrences(last(), HANDLERS.body)).toBe(1);
    await expect.poll(recorded, { timeout: 30_000 }).toEqual([HANDLERS.id]);

    await session.turn(ASK.handlers);
    expect(counted(ASK.handlers)).toBe(1);
    expect(loaded(ASK.handlers)).toEqual([`already loaded: ${HANDLERS.id}`]);
    // A second file of the same pattern: the client attaches a rule once.
    model.script.push(read('src/api/a.ts'));
    await session.turn(ASK.handlersAgain);
    expect(counted(ASK.handlersAgain)).toBe(1);
    expect(occurrences(last(), HANDLERS.body)).toBe(1);

    await session.turn('/compact');
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    await session.turn(ASK.handlersAfter);
    expect(counted(ASK.handlersAfter)).toBe(1);
    expect(loaded(ASK.handlersAfter)).toEqual([`already loaded: ${HANDLERS.id}`]);
    expect(occurrences(last(), HANDLERS.body)).toBe(1);

    expect(inAll(TERRAFORM.body).every((count) => count === 0)).toBe(true);
    expect(session.hooks('PreToolUse')).toEqual([]);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
    expect(untracked()).toEqual(['?? .claude/settings.json']);

    engram(['unlink', 'claude'], { cwd: lab.project, env: lab.env });
    expect(existsSync(path.join(lab.project, '.claude'))).toBe(false);
    expect(untracked()).toEqual([]);
  });

  test('E-47: a prompt that names a file has what applies to it, once, whoever brings it', async () => {
    lab = openLab(SCOPED, FILES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const mentions = open();
    const mention = 'Please look at @src/api/a.ts with me.';
    await mentions.turn(mention);
    // The client attaches the rule file to the mention itself.
    expect(occurrences(last(), HANDLERS.body)).toBe(1);
    expect(loaded(mention)).toEqual([`already loaded: ${HANDLERS.id}`]);
    await expect.poll(recorded, { timeout: 30_000 }).toEqual([HANDLERS.id]);
    const byName = 'And what is wrong in `src/api/a.ts:1`?';
    await mentions.turn(byName);
    expect(occurrences(last(), HANDLERS.body)).toBe(1);
    expect(loaded(byName)).toEqual([`already loaded: ${HANDLERS.id}`]);
    expect(await mentions.end()).toBe(0);

    const names = open();
    await names.turn(byName);
    expect(counted(byName)).toBe(1);
    expect(occurrences(since(last(), byName), HANDLERS.body)).toBe(1);
    expect(await names.end()).toBe(0);
    expect([...mentions.complaints(), ...names.complaints()]).toEqual([]);
  });

  test('native: a rule that the client does not restore after a compaction is sent again, those that it restores are not', async () => {
    lab = openLab(RULES, Object.fromEntries(RULES.map(({ file, topic }) => [file, `// ${topic}\n`])));
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const session = open();
    model.script.push(...RULES.map(({ file }) => read(file)));
    await session.turn(ASK.look);
    const counts = () => RULES.map(({ body }) => occurrences(last(), body));
    expect(counts()).toEqual(RULES.map(() => 1));
    await expect.poll(() => recorded().sort(), { timeout: 30_000 }).toEqual(RULES.map(({ id }) => id).sort());

    await session.turn('/compact');
    const ids = restoredRules(session.id);
    expect(ids).toHaveLength(5);
    const restored = RULES.map(({ id }): number => (ids.includes(id) ? 1 : 0));
    const [kept, lost] = [RULES[restored.indexOf(1)]!, RULES[restored.indexOf(0)]!];
    const ask = `What is there to know about ${kept.topic} and ${lost.topic}?`;
    await session.turn(ask);
    expect(loaded(ask)).toEqual([`already loaded: ${kept.id}`]);
    expect(occurrences(since(last(), ask), lost.body)).toBe(1);
    expect(counts()).toEqual(RULES.map((rule, i) => (rule === lost ? 1 : restored[i])));

    // Touched again: the client attaches what it has lost, and tells of it.
    const other = RULES[restored.lastIndexOf(0)]!;
    model.script.push(read(other.file), read(kept.file));
    await session.turn(ASK.look);
    expect(counts()).toEqual(RULES.map((rule, i) => (rule === lost || rule === other ? 1 : restored[i])));
    await expect.poll(() => recorded().filter((id) => id === other.id), { timeout: 30_000 }).toHaveLength(2);
    const again = `And what about ${other.topic}?`;
    await session.turn(again);
    expect(loaded(again)).toEqual([`already loaded: ${other.id}`]);
    expect(occurrences(last(), other.body)).toBe(1);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
  });

  test('hook: PreToolUse brings the body with the tool’s result, once, and decides nothing', async () => {
    lab = openLab(SCOPED, FILES);
    engram(['config', 'set', 'hooks.path_rules', 'hook'], { cwd: lab.project, env: lab.env });
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    expect(existsSync(rules())).toBe(false);
    expect(readFileSync(path.join(lab.project, '.claude', 'settings.json'), 'utf8')).not.toContain(
      'InstructionsLoaded',
    );

    const session = open();
    model.script.push(read('src/api/a.ts'), read('src/api/a.ts'), read('drafts/c.css'));
    await session.turn(ASK.look);
    expect(counted(ASK.look)).toBe(0);
    const turns = model.requests.filter(({ kind }) => kind === 'turn');
    expect(turns.map(({ texts }) => occurrences(texts, HANDLERS.body))).toEqual([0, 1, 1, 1]);
    // The tools ran, and nobody was asked.
    for (const text of ['export const a = 1;', '.c { color: green; }']) {
      expect(last().some((sent) => sent.role === 'tool' && sent.text.includes(text))).toBe(true);
    }
    const answers = session.hooks('PreToolUse');
    expect(answers.map((answer) => contextOf(answer).split(HANDLERS.body).length - 1)).toEqual([1, 0, 0]);
    expect(answers.map(({ stdout }) => /permission|decision|continue/.test(stdout))).toEqual([false, false, false]);

    await session.turn(ASK.handlers);
    expect(counted(ASK.handlers)).toBe(1);
    expect(loaded(ASK.handlers)).toEqual([`already loaded: ${HANDLERS.id}`]);
    expect(inAll(TERRAFORM.body).every((count) => count === 0)).toBe(true);
    expect(recorded()).toEqual([]);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
    expect(existsSync(rules())).toBe(false);
  });
});
