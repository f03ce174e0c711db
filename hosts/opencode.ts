// OpenCode. Facts: measured on 1.18.33, docs/hosts.md. Its hooks are functions of a plugin: hosts/plugins/opencode.js.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { type EventNames, parsePlugin, sentByPlugin } from './plugin-payload.ts';
import plugin from './plugins/opencode.js?raw';

const NAMES: EventNames = {
  'chat.message': 'UserPromptSubmit',
  // For a session that goes on without a prompt that the plugin has seen.
  'experimental.chat.system.transform': 'SessionStart',
};

const configFolder = (home: string, env: Env) =>
  path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'opencode');

export const opencode: Host = {
  name: 'opencode',
  aliases: ['open-code'],
  title: 'OpenCode',
  settings: {
    found: { programs: ['opencode'], folders: ['.config/opencode', '.opencode'] },
    path: {
      // No project file: into a project's .opencode the client installs packages at its next start.
      user: (home, env) => path.join(configFolder(home, env), 'plugins', 'engram.js'),
    },
    format: { kind: 'own', write: () => plugin },
    intolerant: [],
  },
  events: [
    { event: 'chat.message', moment: 'prompt', timeout: 10 },
    { event: 'experimental.chat.system.transform', moment: 'session-start', timeout: 10 },
  ],
  timeoutUnit: 's',
  // No limit was seen: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['session-start', 'prompt'],
  startsAtPrompt: true,
  slot: true,
  keepsOnResume: false,

  sent(json: unknown, _env: Env): boolean {
    return sentByPlugin(json, NAMES);
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    return parsePlugin(json, NAMES, 'opencode');
  },

  format: formatDialect,

  limits: [
    'OpenCode takes no command hooks: engram is a plugin of its own, `plugins/engram.js` in your OpenCode folder, for all your projects; a project cannot be linked.',
    'It reads plugins when it starts: a new link works from the next start on. `opencode --pure` runs without plugins.',
    'Memories stand at the end of the system text and are replaced with each prompt; when they change, the provider reads the conversation anew instead of from its cache.',
    'Subagents are sent nothing.',
    'A title or summary prompt of your own in OpenCode’s configuration is not told from an agent’s, and is sent the memories too.',
  ],
};
