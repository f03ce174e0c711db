// Cline's command line. Facts: measured on 3.0.65, docs/hosts.md. Its hook is a function of a plugin: hosts/plugins/cline.js. The
// extension for VS Code, which loads no plugins, is cline-vscode.ts.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { type EventNames, parsePlugin, sentByPlugin } from './plugin-payload.ts';
import plugin from './plugins/cline.js?raw';

const NAMES: EventNames = { beforeRun: 'UserPromptSubmit' };

export const cline: Host = {
  name: 'cline',
  aliases: ['cline-cli'],
  companions: ['cline-vscode'],
  title: 'Cline CLI',
  settings: {
    found: { programs: ['cline'], folders: ['.cline'] },
    path: {
      project: (root) => path.join(root, '.cline', 'plugins', 'engram.js'),
      user: (home) => path.join(home, '.cline', 'plugins', 'engram.js'),
    },
    format: { kind: 'own', write: () => plugin },
    intolerant: [],
  },
  events: [{ event: 'beforeRun', moment: 'prompt', timeout: 10 }],
  timeoutUnit: 's',
  // 50,000 characters of context a hook.
  cap: { limit: 47_500, unit: 'utf16' },
  injects: ['prompt'],
  startsAtPrompt: true,
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    return sentByPlugin(json, NAMES);
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    return parsePlugin(json, NAMES, 'cline');
  },

  format: formatDialect,

  limits: [
    'Command hooks of the Cline CLI are not asked before a prompt: engram is a plugin of its own, `.cline/plugins/engram.js`.',
    'It reads plugins when it starts; one that does not start within 4 s it does without, which may happen on a very busy machine.',
    'It ends a run whose hook takes 3 s: engram answers within 2 s or not at all.',
    'Plugins are not told of compactions: what a compaction takes is not sent again in that session.',
    'Memories that apply to paths come with a prompt that names the path, and not when a tool touches it.',
  ],
};
