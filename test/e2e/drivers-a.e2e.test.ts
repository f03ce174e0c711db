// The drivers of Gemini CLI, OpenCode and Qwen Code, with hooks written by hand: where a context lands, and what a resume and a summary leave of it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { findClient, GEMINI, OPENCODE, QWEN } from './clients.ts';
import { configureGemini, GeminiSession } from './gemini-client.ts';
import { type GeminiModel, startGeminiModel } from './gemini-model.ts';
import { type Lab, openLab } from './lab.ts';
import { CONTEXT_TOKENS, configFolder, configureOpencode, OpencodeSession } from './opencode-client.ts';
import { configureQwen, QwenSession } from './qwen-client.ts';
import { occurrences, requestFor, since } from './request.ts';

const ASK = { first: 'What does this shop sell?', second: 'Who works here?', third: 'Where is it?' } as const;

/** A long answer that repeats nothing: a summary must be shorter than what it sums up, and Gemini CLI takes repetition for a loop. */
const LONG = Array.from({ length: 200 }, (_, shelf) => `Shelf ${shelf} holds tea for ${shelf * 7} cups.`).join(' ');

/** A hook that names its event and what it is about, to the model and in a log. */
const HOOK = `import { appendFileSync, readFileSync } from 'node:fs';
const event = JSON.parse(readFileSync(0, 'utf8'));
const name = event.hook_event_name;
const about = event.tool_name ?? event.prompt ?? event.source ?? event.trigger;
appendFileSync(process.argv[2], name + ': ' + about + '\\n');
if (about !== '') console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: name + ': ' + about } }));
`;

const log = (lab: Lab): string => path.join(lab.root, 'hooks.log');
const logged = (lab: Lab): string[] => readFileSync(log(lab), 'utf8').trimEnd().split('\n');

/** The command of the hook. */
function hook(lab: Lab): string {
  const script = path.join(lab.root, 'hook.mjs');
  writeFileSync(script, HOOK);
  return `exec node '${script}' '${log(lab)}'`;
}

/** Writes `<folder>/settings.json` of the project, with the command for each of the events. */
function writeSettings(lab: Lab, folder: string, events: Record<string, object>, command = hook(lab)): void {
  const handler = { type: 'command', name: 'probe', command };
  const hooks = Object.entries(events).map(([event, group]) => [event, [{ ...group, hooks: [handler] }]]);
  mkdirSync(path.join(lab.project, folder), { recursive: true });
  writeFileSync(
    path.join(lab.project, folder, 'settings.json'),
    `${JSON.stringify({ hooks: Object.fromEntries(hooks) }, null, 2)}\n`,
  );
}

let lab: Lab;
beforeEach(() => {
  lab = openLab([]);
});
afterEach(() => lab.close());

const gemini = findClient(GEMINI);
describe.skipIf(gemini.missing)(`Gemini CLI ${GEMINI.version}${gemini.missing ? ' (not available)' : ''}`, () => {
  let model: GeminiModel;
  beforeEach(async () => {
    model = await startGeminiModel();
  });
  afterEach(() => model.close());

  test('a context follows its prompt and its tool result, is there after a resume, and goes with a summary', async () => {
    configureGemini(lab);
    writeSettings(lab, '.gemini', { BeforeAgent: {}, AfterTool: {}, PreCompress: { matcher: 'manual' } });
    const session = new GeminiSession(gemini.command!, lab, model.url);
    const context = (text: string) => `<hook_context>${text}</hook_context>`;

    model.script.push({ tool: 'read_file', input: { file_path: path.join(lab.project, 'README.md') } }, { text: LONG });
    await session.turn(ASK.first);
    const asked = [
      { role: 'user', text: ASK.first },
      { role: 'user', text: context(`BeforeAgent: ${ASK.first}`) },
    ];
    expect(model.requests.map(({ kind, texts }) => [kind, since(texts, ASK.first)])).toEqual([
      ['turn', asked.slice(1)],
      [
        'turn',
        [
          ...asked.slice(1),
          { role: 'tool', text: `# Shop\n\nA shop that sells tea.\n\n\n${context('AfterTool: read_file')}` },
        ],
      ],
    ]);
    expect(model.requests[0]!.texts.slice(-2)).toEqual(asked);

    // A new process that resumes the session.
    const resumed = new GeminiSession(gemini.command!, lab, model.url, session.id);
    await resumed.turn(ASK.second);
    expect(resumed.id).toBe(session.id);
    const second = requestFor(model.requests, ASK.second).texts;
    expect([ASK.first, ASK.second].map((ask) => occurrences(second, context(`BeforeAgent: ${ask}`)))).toEqual([1, 1]);

    await resumed.turn('/compress');
    expect(model.requests.map(({ kind }) => kind).filter((kind) => kind === 'compaction')).toHaveLength(2);
    await resumed.turn(ASK.third);
    const third = requestFor(model.requests, ASK.third).texts;
    expect(occurrences(third, '<state_snapshot>')).toBe(1);
    expect(occurrences(third, context(`BeforeAgent: ${ASK.first}`))).toBe(0);
    expect(occurrences(third, context(`BeforeAgent: ${ASK.third}`))).toBe(1);

    // Without a terminal the command is a prompt as well; which of its two hooks runs first is open.
    expect(logged(lab).sort()).toEqual(
      [
        `BeforeAgent: ${ASK.first}`,
        'AfterTool: read_file',
        `BeforeAgent: ${ASK.second}`,
        'PreCompress: manual',
        'BeforeAgent: /compress',
        `BeforeAgent: ${ASK.third}`,
      ].sort(),
    );
    expect([...session.complaints(), ...resumed.complaints()]).toEqual([]);
  });

  test('a hook that fails is complained of', async () => {
    configureGemini(lab);
    writeSettings(lab, '.gemini', { BeforeAgent: {} }, 'echo "out of tea" >&2; exit 1');
    const session = new GeminiSession(gemini.command!, lab, model.url);
    await session.turn(ASK.first);
    expect(session.complaints()[0]).toBe('Hook system message: Warning: out of tea');
  });
});

const opencode = findClient(OPENCODE);
describe.skipIf(opencode.missing)(`OpenCode ${OPENCODE.version}${opencode.missing ? ' (not available)' : ''}`, () => {
  let model: ChatModel;
  beforeEach(async () => {
    model = await startChatModel();
  });
  afterEach(() => model.close());

  test("a plugin's system text is in every request of its session, and in a subagent's under the subagent's own id", async () => {
    configureOpencode(lab, model.url);
    mkdirSync(path.join(configFolder(lab), 'plugins'));
    writeFileSync(
      path.join(configFolder(lab), 'plugins', 'probe.js'),
      `const prompts = new Map();
export const Probe = async () => ({
  'chat.message': async ({ sessionID }, { parts }) => {
    prompts.set(sessionID, parts.map(({ text }) => text).join(''));
  },
  'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
    system.push(sessionID + ' asks: ' + prompts.get(sessionID));
  },
  'tool.execute.after': async ({ tool }, result) => {
    result.output += '\\nThat was ' + tool + '.';
  },
});
`,
    );
    const session = new OpencodeSession(opencode.command!, lab);

    model.script.push({ tool: 'read', input: { filePath: path.join(lab.project, 'README.md') } });
    await session.turn(ASK.first);
    const asks = (id: string, prompt: string) => ({ role: 'system', text: `${id} asks: ${prompt}` });
    // The title, the turn, the turn after the tool.
    expect(model.requests.map(({ kind, session: id, texts }) => [kind, id, texts[1]])).toEqual(
      ['side', 'turn', 'turn'].map((kind) => [kind, session.id, asks(session.id, `"${ASK.first}"`)]),
    );
    expect(model.requests[1]!.texts.slice(2)).toEqual([{ role: 'user', text: `"${ASK.first}"` }]);
    const { role, text } = model.requests[2]!.texts.at(-1)!;
    expect([role, text.includes('3: A shop that sells tea.'), text.endsWith('</content>\nThat was read.')]).toEqual([
      'tool',
      true,
      true,
    ]);

    const resumed = new OpencodeSession(opencode.command!, lab, session.id);
    model.requests.length = 0;
    model.script.push(
      { tool: 'task', input: { description: 'Look', prompt: 'Look around.', subagent_type: 'general' } },
      { text: 'I looked.' },
    );
    await resumed.turn(ASK.second);
    expect(resumed.id).toBe(session.id);
    const [, sub] = model.requests;
    expect(model.requests.map(({ kind, session: id, texts }) => [kind, id, texts[1]])).toEqual([
      ['turn', session.id, asks(session.id, `"${ASK.second}"`)],
      ['turn', sub!.session, asks(sub!.session!, 'Look around.')],
      ['turn', session.id, asks(session.id, `"${ASK.second}"`)],
    ]);
    expect(sub!.session).not.toBe(session.id);

    // The context is full: the summary, then a turn that nobody asked for.
    model.requests.length = 0;
    model.script.push({ text: 'It is in the high street.', tokens: CONTEXT_TOKENS });
    await resumed.turn(ASK.third);
    expect(model.requests.map(({ kind, texts }) => [kind, texts[1]])).toEqual(
      ['turn', 'compaction', 'turn'].map((kind) => [kind, asks(session.id, `"${ASK.third}"`)]),
    );
    expect(occurrences(model.requests[2]!.texts, ASK.first)).toBe(0);
    expect([...session.complaints(), ...resumed.complaints()]).toEqual([]);
  });

  test('a plugin that does not start is complained of, a hook that throws ends the run', async () => {
    configureOpencode(lab, model.url);
    const plugin = path.join(configFolder(lab), 'plugins', 'probe.js');
    mkdirSync(path.dirname(plugin));
    const session = new OpencodeSession(opencode.command!, lab);

    writeFileSync(plugin, "export const Probe = async () => { throw new Error('out of tea'); };\n");
    await session.turn(ASK.first);
    expect(session.complaints()).toEqual([expect.stringMatching(/failed to load plugin.*probe\.js.*out of tea/)]);

    writeFileSync(
      plugin,
      "export const Probe = async () => ({ 'chat.message': async () => { throw new Error('out of cups'); } });\n",
    );
    await expect(session.turn(ASK.second)).rejects.toThrow(/the client ended with 1\n.*out of cups/s);
  });
});

const qwen = findClient(QWEN);
describe.skipIf(qwen.missing)(`Qwen Code ${QWEN.version}${qwen.missing ? ' (not available)' : ''}`, () => {
  let model: ChatModel;
  beforeEach(async () => {
    model = await startChatModel();
  });
  afterEach(() => model.close());

  test("a prompt's context is there after a resume, a session's is what its last start said, and a summary takes both", async () => {
    configureQwen(lab);
    writeSettings(lab, '.qwen', { SessionStart: {}, UserPromptSubmit: {}, PostToolUse: {}, PreCompact: {} });
    const session = new QwenSession(qwen.command!, lab, model.url);
    const started = (source: string) =>
      `<qwen:session-start-context hidden="true">\nSessionStart additional context:\nSessionStart: ${source}\n</qwen:session-start-context>`;
    const prompted = (prompt: string) =>
      `<qwen:user-prompt-submit-context>\nUserPromptSubmit: ${prompt}\n</qwen:user-prompt-submit-context>`;
    const turns = () => model.requests.filter(({ kind }) => kind === 'turn');

    model.script.push({ tool: 'read_file', input: { file_path: path.join(lab.project, 'README.md') } });
    await session.turn(ASK.first);
    expect(turns()).toHaveLength(2);
    const [first, afterTool] = turns();
    expect(first!.texts[0]!.text.endsWith(started('startup'))).toBe(true);
    expect(first!.texts.slice(-2)).toEqual([
      { role: 'user', text: ASK.first },
      { role: 'user', text: prompted(ASK.first) },
    ]);
    expect(afterTool!.texts.at(-1)).toEqual({
      role: 'tool',
      text: '# Shop\n\nA shop that sells tea.\n\n\nPostToolUse: read_file',
    });

    const resumed = new QwenSession(qwen.command!, lab, model.url, session.id);
    model.script.push({ text: LONG, tokens: 50_000 });
    await resumed.turn(ASK.second);
    expect(resumed.id).toBe(session.id);
    const second = requestFor(model.requests, ASK.second).texts;
    expect([started('startup'), started('resume')].map((text) => occurrences(second, text))).toEqual([0, 1]);
    expect([ASK.first, ASK.second].map((ask) => occurrences(second, prompted(ask)))).toEqual([1, 1]);

    await resumed.turn('/compress');
    const summed = model.requests.filter(({ kind }) => kind === 'compaction');
    expect(summed.map(({ texts }) => occurrences(texts, 'PreCompact: manual'))).toEqual([1]);
    await resumed.turn(ASK.third);
    const third = requestFor(model.requests, ASK.third).texts;
    expect(occurrences(third, '<state_snapshot>')).toBe(1);
    expect([ASK.first, ASK.third].map((ask) => occurrences(third, prompted(ask)))).toEqual([0, 1]);

    expect(logged(lab)).toEqual([
      'SessionStart: startup',
      `UserPromptSubmit: ${ASK.first}`,
      'PostToolUse: read_file',
      // The client goes on after the tool.
      'UserPromptSubmit: ',
      'SessionStart: resume',
      `UserPromptSubmit: ${ASK.second}`,
      'SessionStart: resume',
      'PreCompact: manual',
      'SessionStart: compact',
      'SessionStart: resume',
      `UserPromptSubmit: ${ASK.third}`,
    ]);
    expect(resumed.complaints()).toEqual([]);
  });

  test('a hook that fails is complained of', async () => {
    configureQwen(lab);
    writeSettings(lab, '.qwen', { UserPromptSubmit: {} }, 'echo "out of tea" >&2; exit 1');
    const session = new QwenSession(qwen.command!, lab, model.url);
    await session.turn(ASK.first);
    expect(session.complaints()[0]).toContain('Hook system message: Warning: out of tea');
  });
});
