// pi. Facts: measured on 0.74.2, docs/hosts.md. Its hooks are functions of an extension: hosts/plugins/pi.js.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { type EventNames, parsePlugin, sentByPlugin } from './plugin-payload.ts';
import extension from './plugins/pi.js?raw';

const NAMES: EventNames = {
  before_agent_start: 'UserPromptSubmit',
  session_before_compact: 'PreCompact',
  session_tree: 'SessionStart',
};

export const pi: Host = {
  name: 'pi',
  aliases: ['pi-coding-agent'],
  title: 'pi',
  settings: {
    found: { programs: ['pi'], folders: ['.pi'] },
    path: {
      project: (root) => path.join(root, '.pi', 'extensions', 'engram.ts'),
      user: (home, env) =>
        path.join(env.PI_CODING_AGENT_DIR || path.join(home, '.pi', 'agent'), 'extensions', 'engram.ts'),
    },
    // The client takes JavaScript in a file that ends in .ts, and looks for no other in a folder.
    format: { kind: 'own', write: () => extension },
    intolerant: [],
  },
  events: [
    { event: 'before_agent_start', moment: 'prompt', timeout: 10 },
    { event: 'session_before_compact', moment: 'pre-compact', timeout: 10 },
    { event: 'session_tree', moment: 'session-start', timeout: 10 },
  ],
  timeoutUnit: 's',
  // No limit was seen: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['prompt'],
  startsAtPrompt: true,
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    return sentByPlugin(json, NAMES);
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    return parsePlugin(json, NAMES, 'pi');
  },

  format: formatDialect,

  limits: [
    'Command hooks are unknown to pi: engram is an extension of its own, `engram.ts` in the folder `extensions`.',
    'It reads extensions when it starts, those of a project only in the folder it is started in, and asks no one; `/reload` brings a new link into a running session, and `pi --no-extensions` runs without it.',
    'A compaction may leave the last messages in place, memories among them: then one that is needed again stands there twice.',
    'A fork is a session of its own, and may be sent what it has from the one before.',
  ],
};
