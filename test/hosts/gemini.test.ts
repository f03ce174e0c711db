import { describe, expect, it } from 'vitest';
import { gemini } from '../../hosts/gemini.ts';
import { tellHost } from '../../hosts/index.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['SessionStart', 'BeforeAgent', 'AfterTool', 'PreCompress'];
const ENV = { GEMINI_SESSION_ID: '00000000-0000-4000-8000-000000000001', GEMINI_PROJECT_DIR: '/home/dev/project' };

testHost(gemini, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
  env: ENV,
  ignored: ['PreCompress.auto.json'],
});

const payload = (name: string) => recorded('gemini').find((fixture) => fixture.name === name)!.payload;

describe('gemini: its own', () => {
  it('E-58: hears SessionStart without a matcher, and compressions that a person asks for', () => {
    expect(gemini.events.map(({ event, moment, matcher }) => [event, moment, matcher])).toEqual([
      ['SessionStart', 'session-start', undefined],
      ['BeforeAgent', 'prompt', undefined],
      ['AfterTool', 'path', 'read_file|write_file|replace'],
      ['PreCompress', 'pre-compact', 'manual'],
    ]);
    expect(gemini.injects).toEqual(['prompt', 'path']);
  });

  it('E-10: writes a name, and milliseconds', () => {
    const { format } = gemini.settings;
    const hook = format.kind === 'entries' ? format.hook(gemini.events[1]!, 'engram hook gemini') : undefined;
    expect(JSON.stringify(hook)).toBe(
      '{"name":"engram","type":"command","command":"engram hook gemini","timeout":10000}',
    );
  });

  it('reads its settings where GEMINI_CLI_HOME says: it stands for the home folder', () => {
    expect(gemini.settings.path.project?.('/p', {})).toBe('/p/.gemini/settings.json');
    expect(gemini.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.gemini/settings.json');
    expect(gemini.settings.path.user?.('/home/dev', { GEMINI_CLI_HOME: '/etc/g' })).toBe(
      '/etc/g/.gemini/settings.json',
    );
    expect(gemini.settings.path).not.toHaveProperty('local');
  });

  it.each([
    ['headless-after-sessionstart-context', 'please fix a.txt'],
    ['headless', 'second prompt P2'],
    ['interactive', 'prompt one'],
    ['stdin', 'piped stdin text\n\nplease look at a.txt'],
    ['sequential-second', 'please look at a.txt\n\nBAX'],
  ])('takes the prompt as it was typed: %s', (name, prompt) => {
    expect(gemini.parse(payload(`BeforeAgent.${name}.json`), ENV)).toMatchObject({ kind: 'prompt', prompt });
  });

  it('leaves alone a tag that does not begin the prompt, or is not closed', () => {
    const typed = (prompt: string) =>
      gemini.parse({ ...payload('BeforeAgent.headless.json'), prompt }, ENV) as { prompt: string };
    for (const prompt of [
      'what is <hook_context>x</hook_context>?',
      '<hook_context> is what?',
      ' <hook_context></hook_context>',
    ]) {
      expect(typed(prompt).prompt).toBe(prompt);
    }
    expect(typed('<hook_context>a</hook_context>b</hook_context>').prompt).toBe('b</hook_context>');
    expect(typed('<hook_context>only</hook_context>\n\n').prompt).toBe('');
  });

  it('hears nothing in the command that sums a conversation up', () => {
    const prompt = payload('BeforeAgent.headless.json');
    for (const typed of ['/compress', '/summarize', '/compact now', '<hook_context>x</hook_context>\n\n/compress']) {
      expect(gemini.parse({ ...prompt, prompt: typed }, ENV)).toMatchObject({ kind: 'prompt', prompt: '' });
    }
    for (const typed of ['/compression is what?', 'what does /compress do?', '/etc/hosts is empty']) {
      expect(gemini.parse({ ...prompt, prompt: typed }, ENV)).toMatchObject({ kind: 'prompt', prompt: typed });
    }
  });

  it.each([
    ['read_file', 'a.txt'],
    ['read_file-image', 'p.png'],
    ['write_file', 'b.txt'],
    ['replace', 'a.txt'],
  ])('E-41: takes the file that a tool has touched: %s', (name, file) => {
    const touched = payload(`AfterTool.${name}.json`);
    expect(gemini.parse(touched, ENV)).toMatchObject({
      kind: 'path',
      tool: touched.tool_name,
      paths: [`/home/dev/project/${file}`],
      call: touched.timestamp,
    });
  });

  it('E-42: hears of no file from other tools, from one that failed, nor from an input of another form', () => {
    const read = payload('AfterTool.read_file.json');
    for (const tool of ['my_replace_all', 'read_files', 'Replace', 'run_shell_command', '']) {
      expect(gemini.parse({ ...read, tool_name: tool }, ENV)).toMatchObject({ kind: 'path', tool, paths: [] });
    }
    for (const name of ['read_file-error', 'list_directory', 'run_shell_command']) {
      expect(gemini.parse(payload(`AfterTool.${name}.json`), ENV)).toMatchObject({ kind: 'path', paths: [] });
    }
    for (const input of [undefined, null, [], 'x', {}, { file_path: '' }, { file_path: ['/a'] }]) {
      expect(gemini.parse({ ...read, tool_input: input }, ENV)).toMatchObject({ kind: 'path', paths: [] });
    }
  });

  it('takes no automatic compression for one: it is told before every request', () => {
    expect(gemini.parse(payload('PreCompress.auto.json'), ENV)).toBeUndefined();
    expect(gemini.parse(payload('PreCompress.manual.json'), ENV)).toMatchObject({
      kind: 'pre-compact',
      trigger: 'manual',
    });
  });

  it('names the turn by the time of the event, the same for all hooks of it', () => {
    const prompt = payload('BeforeAgent.headless.json');
    expect(gemini.parse(prompt, ENV)?.turn).toBe(prompt.timestamp);
    expect(gemini.parse({ ...prompt, timestamp: undefined }, ENV)).not.toHaveProperty('turn');
  });

  it('is told by events that only it has, or by its transcript', () => {
    const start = payload('SessionStart.startup.json');
    expect(tellHost(start, {})).toBe(gemini);
    expect(tellHost({ ...start, transcript_path: '' }, ENV)).toBeUndefined();
    const windows = 'C:\\Users\\dev\\.gemini\\tmp\\proj\\chats\\session-2026-01-02T03-04-0.jsonl';
    expect(tellHost({ ...start, transcript_path: windows }, {})).toBe(gemini);
    for (const event of ['BeforeAgent', 'AfterTool', 'PreCompress']) {
      expect(tellHost({ ...start, hook_event_name: event, transcript_path: '' }, {})).toBe(gemini);
    }
  });
});
