// Hosts that are nothing but a form of settings file, one for each form that there is.
import { codex } from '../../hosts/codex.ts';
import { type EntriesFormat, type Host, type HostEvent, type HostSettings, OWN_MARK } from '../../hosts/host.ts';

const EVENTS: readonly HostEvent[] = [
  { event: 'sessionStart', moment: 'session-start', timeout: 10 },
  { event: 'beforePrompt', moment: 'prompt', timeout: 10 },
  { event: 'afterTool', moment: 'path', matcher: 'Read|Edit', timeout: 10 },
];

/** A host of this name with these settings; all else is of no interest to a settings file. */
export function shaped(
  name: string,
  settings: Partial<HostSettings> & Pick<HostSettings, 'format'>,
  more: Partial<Host> = {},
): Host {
  return {
    ...codex,
    name,
    aliases: [],
    title: name[0]!.toUpperCase() + name.slice(1),
    settings: {
      path: {
        project: (root) => `${root}/.${name}/hooks.json`,
        user: (home, env) => `${env[`${name.toUpperCase()}_HOME`] || `${home}/.${name}`}/hooks.json`,
      },
      intolerant: [],
      ...settings,
    },
    events: EVENTS,
    limits: [],
    ...more,
  };
}

const hook: EntriesFormat['hook'] = ({ timeout }, command) => ({ command, timeout });

/** Hooks right in the event's list, under `hooks`. */
export const flat = shaped('flat', { format: { kind: 'entries', shape: 'flat', under: 'hooks', hook } });

/** The same with a version beside it. */
export const versioned = shaped('versioned', {
  format: { kind: 'entries', shape: 'flat', under: 'hooks', top: { version: 1 }, hook },
});

/** A version beside groups. */
export const grouped = shaped('grouped', {
  format: { kind: 'entries', shape: 'groups', under: 'hooks', top: { version: 1 }, hook },
});

/** The events at the top, in groups. */
export const bare = shaped('bare', { format: { kind: 'entries', shape: 'groups', under: null, hook } });

/** The events at the top, without groups. */
export const bareFlat = shaped('bareflat', { format: { kind: 'entries', shape: 'flat', under: null, hook } });

export const SHAPES: readonly Host[] = [flat, versioned, grouped, bare, bareFlat];

/** A plugin that is ours alone; for the user only. */
export const plugin = shaped('plugin', {
  path: { user: (home, env) => `${env.PLUGIN_HOME || `${home}/.config/plugin`}/plugins/engram.js` },
  format: {
    kind: 'own',
    write: (command) => `// ${OWN_MARK} plugin\nexport const run = ${JSON.stringify(EVENTS.map(command))};\n`,
  },
  command: 'plain',
});

/** A JSON file that is ours alone, whose commands name their event. */
export const ownJson = shaped('ownjson', {
  path: {
    project: (root) => `${root}/.own/hooks/engram.json`,
    user: (home) => `${home}/.ownjson/hooks/engram.json`,
  },
  format: {
    kind: 'own',
    write: (command) =>
      `${JSON.stringify({ version: 1, hooks: Object.fromEntries(EVENTS.map((it) => [it.event, [{ bash: command(it) }]])) }, null, 2)}\n`,
  },
  command: 'plain',
  namesEvent: true,
  offSwitch: { at: ['disableAllHooks'], value: true },
});

/** A folder of scripts, one an event. */
export const scripts = shaped('scripts', {
  path: { project: (root) => `${root}/.rules/hooks` },
  format: { kind: 'scripts', write: (_, command) => `#!/bin/sh\n# ${OWN_MARK} scripts\n${command}\n` },
});

/** Two that go together: one takes answers, the other has a file that it always reads. */
export const desk = shaped(
  'desk',
  {
    path: { project: (root) => `${root}/.desk/hooks.json`, user: (home) => `${home}/.desk/hooks.json` },
    instead: { file: '.newdesk/hooks.json', holding: 'hooks' },
    format: { kind: 'entries', shape: 'flat', under: 'hooks', hook },
    found: { programs: ['desk'], folders: ['.desk', '.config/desk'] },
  },
  {
    aliases: ['bureau'],
    companions: ['desklocal'],
    injects: [],
    standing: {
      files: ['.newdesk/rules/engram.md', '.desk/rules/engram.md'],
      cap: { limit: 2_000, unit: 'utf16' },
      write: (context) => `---\ntrigger: always_on\n---\n<!-- ${OWN_MARK} desk -->\n${context}\n`,
    },
  },
);
export const deskLocal = shaped(
  'desklocal',
  {
    path: {
      project: (root) => `${root}/.newdesk/hooks.v1.json`,
      local: (root) => `${root}/.newdesk/config.local.json`,
    },
    format: { kind: 'entries', shape: 'groups', under: null, hook },
    formats: { local: { kind: 'entries', shape: 'groups', under: 'hooks', hook } },
  },
  { companions: ['desk'] },
);
