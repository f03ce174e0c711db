// Hosts that are nothing but a form of settings file, one for each form that there is.
import { codex } from '../../hosts/codex.ts';
import type { EntriesFormat, Host, HostEvent, HostSettings } from '../../hosts/host.ts';

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
  const { historyOf: _, ...rest } = codex;
  return {
    ...rest,
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
