// The drivers of Copilot, Cline, droid, pi and Cursor's hooks, each with a hook written by hand in the host's own form: what the model
// is sent of its answer.
import { chmodSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, type ChatRequest, startChatModel } from './chat-model.ts';
import { CLINE, COPILOT, CURSOR_SDK, DROID, findClient, PI } from './clients.ts';
import { CLINE_READ, ClineSession, clineComplaints, clineRun, configureCline } from './cline-client.ts';
import { COPILOT_READ, CopilotSession, copilotComplaints, trustCopilot } from './copilot-client.ts';
import { cursorHooks } from './cursor-loader.ts';
import { configureDroid, DROID_READ, DroidSession, droidComplaints } from './droid-client.ts';
import { payloads, write, writeHook } from './hand-hook.ts';
import { type Lab, openLab } from './lab.ts';
import { configurePi, PI_READ, PiSession } from './pi-client.ts';

const ASK = 'What do we sell?';
const ASK_MORE = 'And for how much?';
const ASK_LAST = 'And since when?';
const README = '# Shop\n\nA shop that sells tea.\n';

/** A context with what a host might escape. `#`: the number of the run, which the hook puts in. */
const said = (what: string, run: number | '#') => `${what} ${run} <tea_pot size="1">&</tea_pot>`;

let lab: Lab;
let model: ChatModel;

beforeEach(async () => {
  lab = openLab([]);
  model = await startChatModel();
});
afterEach(async () => {
  await model.close();
  lab.close();
});

/** What the client sent but for the system's text and its own reminders, as `role: text`. */
function sent({ texts }: ChatRequest): string[] {
  return texts
    .filter(({ role, text }) => role !== 'system' && !text.startsWith('<system-reminder>'))
    .map(({ role, text }) => `${role}: ${text.replace(/<current_datetime>.*?<\/current_datetime>\n\n/, '')}`);
}
const readme = () => path.join(lab.project, 'README.md');

const copilot = findClient(COPILOT);
describe.skipIf(copilot.missing)(`Copilot CLI ${COPILOT.version}`, () => {
  const hook = (command: string) => [{ type: 'command', command, timeoutSec: 10 }];
  const userFile = () => path.join(lab.home, '.copilot', 'hooks', 'tea.json');

  test('hooks of the user and of a trusted project; a resumed session has lost the context of its start', async () => {
    write(userFile(), {
      version: 1,
      hooks: {
        sessionStart: hook(writeHook(lab, 'start', { additionalContext: said('start', '#') })),
        postToolUse: hook(writeHook(lab, 'tool', { additionalContext: said('tool', '#') })),
      },
    });
    write(path.join(lab.project, '.github', 'hooks', 'tea.json'), {
      version: 1,
      hooks: { userPromptSubmitted: hook(writeHook(lab, 'prompt', { additionalContext: said('prompt', '#') })) },
    });
    trustCopilot(lab);
    model.script.push({ tool: COPILOT_READ, input: { path: readme() } });
    const session = new CopilotSession(copilot.command!, lab, model.url);
    await session.turn(ASK);
    await session.turn(ASK_MORE);

    const asked = `user: ${ASK}\n\n<system_reminder>\n${said('prompt', 1)}\n</system_reminder>`;
    const told = `tool: ${README}\n\nTool "view" succeeded. Additional guidance from postToolUse hooks:\n${said('tool', 1)}`;
    expect(model.requests.map(sent)).toEqual([
      [`user: ${said('start', 1)}`, asked],
      [`user: ${said('start', 1)}`, asked, told],
      [
        `user: ${said('start', 2)}`,
        asked,
        told,
        'assistant: Understood.',
        `user: ${ASK_MORE}\n\n<system_reminder>\n${said('prompt', 2)}\n</system_reminder>`,
      ],
    ]);
    const common = { sessionId: session.id, timestamp: expect.any(Number), cwd: lab.project };
    expect(payloads(lab, 'start')).toEqual([
      { ...common, source: 'new', initialPrompt: ASK },
      { ...common, source: 'resume', initialPrompt: ASK_MORE },
    ]);
    expect(payloads(lab, 'prompt')).toEqual([
      { ...common, prompt: ASK },
      { ...common, prompt: ASK_MORE },
    ]);
    expect(copilotComplaints(lab)).toEqual([]);
  });

  test('no hooks of a project that is not trusted; a hook that fails is complained of', async () => {
    write(path.join(lab.project, '.github', 'hooks', 'tea.json'), {
      version: 1,
      hooks: { sessionStart: hook(writeHook(lab, 'start', { additionalContext: said('start', '#') })) },
    });
    write(userFile(), { version: 1, hooks: { sessionStart: hook('exit 3') } });
    await new CopilotSession(copilot.command!, lab, model.url).turn(ASK);
    expect(model.requests.map(sent)).toEqual([[`user: ${ASK}`]]);
    expect(payloads(lab, 'start')).toEqual([]);
    expect(copilotComplaints(lab)).toEqual([expect.stringContaining('Hook command failed with code 3')]);
  });
});

const cline = findClient(CLINE);
describe.skipIf(cline.missing)(`Cline CLI ${CLINE.version}`, () => {
  const plugin = (command: string) => `import { execSync } from 'node:child_process';
export default {
  name: 'tea',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    beforeRun: ({ snapshot }) => ({
      appendContext: execSync(${JSON.stringify(command)}, { input: JSON.stringify(snapshot), encoding: 'utf8' }),
    }),
  },
};
`;
  const sessions: ClineSession[] = [];
  const open = async (id?: string): Promise<ClineSession> => {
    const session = await ClineSession.open(cline.command!, lab, id);
    sessions.push(session);
    return session;
  };
  afterEach(() => {
    for (const session of sessions.splice(0)) session.kill();
  });
  const context = (text: string) => `user: <hook_context source="RunStart">\n${text}\n</hook_context>`;

  test('a plugin of the user and a hook file of the project; a resumed session has all its context', async () => {
    const file = path.join(lab.project, '.clinerules', 'hooks', 'PostToolUse');
    write(
      file,
      `#!/bin/sh\nexec ${writeHook(lab, 'tool', { cancel: false, contextModification: said('tool', '#') })}\n`,
    );
    chmodSync(file, 0o755);
    write(path.join(lab.home, '.cline', 'plugins', 'tea.js'), plugin(writeHook(lab, 'run', said('run', '#'))));
    await configureCline(cline.command!, lab, model.url);
    model.script.push({ tool: CLINE_READ, input: { files: [{ path: readme() }] } });
    const session = await open();
    await session.turn(ASK);
    await session.turn(ASK_MORE);
    await session.close();
    const resumed = await open(session.id);
    await resumed.turn(ASK_LAST);
    await resumed.close();

    const first = [`user: ${ASK}`, context(said('run', 1))];
    const read = expect.stringMatching(/^tool: .*A shop that sells tea\./);
    // It doubles every `_` in the attributes.
    const tool = `user: <hook_context source="PostToolUse" tool_name="read__files" tool_call_id="call__1">\n${said('tool', 1)}\n</hook_context>`;
    const second = [...first, read, tool, 'assistant: Understood.', `user: ${ASK_MORE}`, context(said('run', 2))];
    expect(model.requests.map(sent)).toEqual([
      first,
      [...first, read, tool],
      second,
      [...second, 'assistant: Understood.', `user: ${ASK_LAST}`, context(said('run', 3))],
    ]);
    expect(payloads(lab, 'tool')).toMatchObject([
      {
        hookName: 'tool_result',
        workspaceRoots: [lab.project],
        tool_result: { name: CLINE_READ, input: { files: [{ path: readme() }] } },
      },
    ]);
    const runs = payloads(lab, 'run');
    expect(payloads(lab, 'tool')[0]!.taskId).toBe(runs[0]!.conversationId);
    expect(runs[0]!.conversationId).toMatch(/^conv_/);
    expect(runs[1]!.conversationId).toBe(runs[0]!.conversationId);
    expect(runs[2]!.conversationId).not.toBe(runs[0]!.conversationId);
    expect(runs[0]!.messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: `<user_input mode="act">${ASK}</user_input>` }] },
    ]);
  });

  test('a plugin of the project; one that throws ends the run before the model is asked', async () => {
    const file = path.join(lab.project, '.cline', 'plugins', 'tea.js');
    write(file, plugin(writeHook(lab, 'run', said('run', '#'))));
    await configureCline(cline.command!, lab, model.url);
    await clineRun(cline.command!, lab, ASK);
    expect(model.requests.map(sent)).toEqual([[`user: ${ASK}`, context(said('run', 1))]]);
    expect(clineComplaints(lab)).toEqual([]);

    model.requests.length = 0;
    write(file, plugin('cat >&2; exit 3'));
    await expect(clineRun(cline.command!, lab, ASK)).rejects.toThrow('Command failed: cat');
    const session = await open();
    await expect(session.turn(ASK)).rejects.toThrow('Command failed: cat');
    expect(model.requests).toEqual([]);
    expect(clineComplaints(lab)).toEqual([expect.stringContaining('Command failed: cat')]);
  });
});

const droid = findClient(DROID);
describe.skipIf(droid.missing)(`droid ${DROID.version}`, () => {
  const hook = (command: string) => [{ matcher: '', hooks: [{ type: 'command', command, timeout: 10 }] }];
  const answer = (hookEventName: string, additionalContext: string) => ({
    hookSpecificOutput: { hookEventName, additionalContext },
  });
  const userFile = () => path.join(lab.home, '.factory', 'hooks.json');

  test('hooks of the user and of the project; a resumed session has lost all earlier context', async () => {
    write(userFile(), {
      SessionStart: hook(writeHook(lab, 'start', answer('SessionStart', said('start', '#')))),
      UserPromptSubmit: hook(writeHook(lab, 'prompt', answer('UserPromptSubmit', said('prompt', '#')))),
    });
    write(path.join(lab.project, '.factory', 'hooks.json'), {
      PostToolUse: hook(writeHook(lab, 'tool', answer('PostToolUse', said('tool', '#')))),
    });
    configureDroid(lab, model.url);
    model.script.push({ tool: DROID_READ, input: { file_path: readme() } });
    const session = new DroidSession(droid.command!, lab, model.url);
    await session.turn(ASK);
    await session.turn(ASK_MORE);

    expect(model.requests.map(sent)).toEqual([
      [`user: ${said('start', 1)}`, `user: ${ASK}`],
      [`user: ${said('start', 1)}`, `user: ${ASK}`, `tool: ${README}`, `user: ${said('tool', 1)}`],
      [`user: ${ASK}`, `tool: ${README}`, 'assistant: Understood.', `user: ${said('start', 2)}`, `user: ${ASK_MORE}`],
    ]);
    const common = { session_id: session.id, cwd: lab.project };
    expect(payloads(lab, 'start')).toMatchObject([
      { ...common, hook_event_name: 'SessionStart', source: 'startup' },
      { ...common, hook_event_name: 'SessionStart', source: 'resume' },
    ]);
    expect(payloads(lab, 'tool')).toMatchObject([
      { ...common, tool_name: DROID_READ, tool_input: { file_path: readme() } },
    ]);
    expect(payloads(lab, 'prompt')).toEqual([]);
    expect(droidComplaints(lab)).toEqual([]);
  });

  test('a hook that fails is complained of', async () => {
    write(userFile(), { SessionStart: hook('exit 3') });
    configureDroid(lab, model.url);
    await new DroidSession(droid.command!, lab, model.url).turn(ASK);
    expect(model.requests.map(sent)).toEqual([[`user: ${ASK}`]]);
    expect(droidComplaints(lab)).toEqual([expect.stringContaining('"exitCode":3')]);
  });
});

const pi = findClient(PI);
describe.skipIf(pi.missing)(`pi ${PI.version}`, () => {
  test('an extension of the user; a resumed session has all its context', async () => {
    const command = writeHook(lab, 'prompt', said('prompt', '#'));
    write(
      path.join(lab.home, '.pi', 'agent', 'extensions', 'tea.ts'),
      `import { execSync } from 'node:child_process';
export default function (pi: any) {
  pi.on('before_agent_start', ({ prompt }: any, { cwd, sessionManager }: any) => {
    const input = JSON.stringify({ prompt, cwd, session: sessionManager.getSessionId() });
    const content = execSync(${JSON.stringify(command)}, { input, encoding: 'utf8' });
    return { message: { customType: 'tea', content, display: false } };
  });
}
`,
    );
    configurePi(lab, model.url);
    model.script.push({ tool: PI_READ, input: { path: 'README.md' } });
    const session = new PiSession(pi.command!, lab);
    await session.turn(ASK);
    await session.turn(ASK_MORE);

    const first = [`user: ${ASK}`, `user: ${said('prompt', 1)}`];
    expect(model.requests.map(sent)).toEqual([
      first,
      [...first, `tool: ${README}`],
      [...first, `tool: ${README}`, 'assistant: Understood.', `user: ${ASK_MORE}`, `user: ${said('prompt', 2)}`],
    ]);
    expect(payloads(lab, 'prompt')).toEqual([
      { prompt: ASK, cwd: lab.project, session: session.id },
      { prompt: ASK_MORE, cwd: lab.project, session: session.id },
    ]);
  });
});

const cursor = findClient(CURSOR_SDK);
describe.skipIf(cursor.missing)(`Cursor's hooks, @cursor/sdk ${CURSOR_SDK.version}`, () => {
  const hooks = (event: string, command: string) => ({ version: 1, hooks: { [event]: [{ command, timeout: 10 }] } });
  const projectFile = () => path.join(lab.project, '.cursor', 'hooks.json');

  test('the answers of the project and of the user as one; a file with an event that it does not know is rejected whole', async () => {
    write(
      projectFile(),
      hooks('beforeSubmitPrompt', writeHook(lab, 'project', { additional_context: said('project', '#') })),
    );
    write(
      path.join(lab.home, '.cursor', 'hooks.json'),
      hooks('beforeSubmitPrompt', writeHook(lab, 'user', { additional_context: said('user', '#') })),
    );
    const payload = { prompt: ASK, attachments: [] };
    expect(await cursorHooks(cursor.command!, lab, 'beforeSubmitPrompt', payload)).toEqual({
      errors: [],
      steps: ['beforeSubmitPrompt'],
      answer: { additional_context: `${said('project', 1)}\n\n---\n\n${said('user', 1)}` },
    });
    const common = { ...payload, hook_event_name: 'beforeSubmitPrompt', session_id: 'conversation-1' };
    expect(payloads(lab, 'project')).toMatchObject([{ ...common, workspace_roots: [lab.project] }]);
    expect(await cursorHooks(cursor.command!, lab, 'beforeSubmitPrompt', payload, 'legacy')).toMatchObject({
      answer: { additional_context: `${said('project', 2)}\n\n---\n\n${said('user', 2)}` },
    });

    write(projectFile(), { version: 1, hooks: { sessionStart: [{ command: 'true' }], promptTyped: [] } });
    const { errors, steps } = await cursorHooks(cursor.command!, lab);
    expect(errors).toEqual([{ source: 'project', message: expect.stringContaining('promptTyped') }]);
    expect(steps).toEqual(['beforeSubmitPrompt']);
    rmSync(projectFile());
    expect((await cursorHooks(cursor.command!, lab)).errors).toEqual([]);
  });
});
