// Cline's extension for VS Code. Facts: read in its source and documents, docs/hosts.md. It runs files by the names of its
// events. Cline's command line runs the same files, under other names of the events; there the plugin of cline.ts serves.
import path from 'node:path';
import type { Moment, Reply } from '../src/moment.ts';
import { patchedFiles } from './dialect.ts';
import { type Env, type Host, OWN_MARK } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** The command line's names of events. */
const OF_CLI = [
  'agent_start',
  'agent_resume',
  'agent_abort',
  'agent_end',
  'agent_error',
  'tool_call',
  'tool_result',
  'prompt_submit',
  'pre_compact',
  'session_shutdown',
];

/** Tools that touch files: of the extension itself, and of the SDK that later versions are built on. */
const TOOLS = ['read_file', 'write_to_file', 'replace_in_file', 'read_files', 'editor'];

/** A parameter that is no text is handed over as its JSON. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A path, an object that has one, or a list of such. */
function pathsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  const object = asPayload(value);
  const file = object ? (text(object, 'path') ?? text(object, 'file_path')) : value;
  return typeof file === 'string' && file !== '' ? [file] : [];
}

function touchedFiles(tool: string, parameters: Payload): string[] {
  if (tool === 'apply_patch') return patchedFiles(text(parameters, 'input') ?? '');
  if (!TOOLS.includes(tool)) return [];
  const several = ['files', 'file_paths', 'paths'].map((key) => parsed(text(parameters, key) ?? ''));
  return pathsIn([parameters, ...several]);
}

export const clineVscode: Host = {
  name: 'cline-vscode',
  aliases: [],
  title: 'Cline for VS Code',
  settings: {
    found: { programs: [], folders: ['Documents/Cline', '.clinerules'] },
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: {
        clineVersion: '4.1.0',
        hookName: 'UserPromptSubmit',
        timestamp: '0',
        taskId: session,
        workspaceRoots: [cwd],
        userId: 'probe',
        userPromptSubmit: { prompt, attachments: [] },
      },
    }),
    path: {
      project: (root) => path.join(root, '.clinerules', 'hooks'),
      user: (home) => path.join(home, 'Documents', 'Cline', 'Hooks'),
    },
    format: {
      kind: 'scripts',
      write: ({ event }, command) =>
        `#!/bin/sh\n# engram's ${event} hook for Cline in VS Code; ${OWN_MARK}, and taken away by \`engram unlink cline\`.\n${command}\n`,
    },
    intolerant: [],
    todo: [
      {
        say: 'Cline for VS Code runs hooks only once you have turned on "Enable Hooks" in its settings, and on Windows none that engram could write.',
      },
    ],
  },
  events: [
    // No TaskStart: later versions run it with every prompt, beside UserPromptSubmit.
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PreToolUse', moment: 'path', timeout: 10 },
  ],
  timeoutUnit: 's',
  // 50,000 characters; the rest is cut off.
  cap: { limit: 47_500, unit: 'utf16' },
  injects: ['prompt', 'path'],
  startsAtPrompt: true,
  nothing: { cancel: false },
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    return payload !== undefined && 'clineVersion' in payload && text(payload, 'hookName') !== undefined;
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    const payload = asPayload(json);
    const session = payload && text(payload, 'taskId');
    const event = payload && text(payload, 'hookName');
    const roots = payload && Array.isArray(payload.workspaceRoots) ? (payload.workspaceRoots as unknown[]) : [];
    const [root] = roots;
    if (!payload || !event || !session || typeof root !== 'string' || root === '') return undefined;
    const base = { host: 'cline-vscode', event, session, root, cwd: root };
    switch (event) {
      case 'UserPromptSubmit': {
        const prompt = text(asPayload(payload.userPromptSubmit) ?? {}, 'prompt') ?? '';
        // The SDK puts it in a tag of its own.
        return {
          ...base,
          kind: 'prompt',
          prompt: /^\s*<user_input\b[^>]*>(.*)<\/user_input>/s.exec(prompt)?.[1] ?? prompt,
        };
      }
      case 'PreToolUse': {
        const use = asPayload(payload.preToolUse) ?? {};
        const tool = text(use, 'toolName') ?? '';
        return { ...base, kind: 'path', tool, paths: touchedFiles(tool, asPayload(use.parameters) ?? {}), call: '' };
      }
      default:
        // Heard, and left unanswered.
        return OF_CLI.includes(event) ? { ...base, kind: 'tool-result' } : undefined;
    }
  },

  // Never an errorMessage; `cancel` is what the extension asks every hook for.
  format({ context }: Reply): unknown {
    return context ? { cancel: false, contextModification: context } : undefined;
  },

  limits: [
    'Not every version takes what a hook says to a prompt, some only what it says to a tool: what a prompt needs is lost there, and counts as sent.',
    'What a compaction takes is not sent again in that task.',
  ],
};
