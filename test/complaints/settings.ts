// Settings as people have them, for every host and scope.
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { inScope } from '../../hosts/settings-link.ts';

export interface Place {
  host: Host;
  scope: Scope;
  /** For titles. */
  name: string;
}

/** Every settings file that a host has. */
export const PLACES: readonly Place[] = hosts.flatMap((host) =>
  (Object.keys(host.settings.path) as Scope[]).map((scope) => ({ host, scope, name: `${host.name}, ${scope}` })),
);

/** Those that are a person's own, with entries of ours among others. */
export const SHARED = PLACES.filter(({ host, scope }) => inScope(host, scope).settings.format.kind === 'entries');

/** `comment`, `comma`, `bom`, …: what link refuses to write, because the host would drop the file. */
export function refuses({ host, scope }: Place, what: Host['settings']['intolerant'][number]): boolean {
  const { settings } = inScope(host, scope);
  return settings.refuses === true && settings.intolerant.includes(what);
}

/** The three hooks of a person's own that stand in `ownSettings`, as written there. */
export function ownHooks({ host, scope }: Place): string[] {
  const { format } = inScope(host, scope).settings;
  if (format.kind !== 'entries') return [];
  return ['lint --fix', 'guard.sh "$@"', 'say done'].map((command) => {
    const hook = `{ "command": ${JSON.stringify(command)},  "type": "command" }`;
    return format.shape === 'flat' ? hook : `{ "hooks": [ ${hook} ] }`;
  });
}

/**
 * A file with three hooks of the person's on the host's own events, odd blanks, and keys before and behind; with comments where
 * the host takes them.
 */
export function ownSettings(place: Place, eol = '\n'): string {
  const { host, scope } = place;
  const { format, members, intolerant } = inScope(host, scope).settings;
  if (format.kind !== 'entries') return '';
  const [first, second, third] = ownHooks(place);
  const note = intolerant.includes('comment') ? '' : ' // mine, keep';
  const events = host.events.filter(({ pathRules }) => pathRules === undefined).map(({ event }) => event);
  const one = `"${events[0]}" : [ ${first},\n      ${second} ]`;
  const lists =
    events.length > 1 ? [one, `"${events.at(-1)}":[${third}]`] : [one.replace(second!, `${second}, ${third}`)];
  const extra = members || format.under === null ? [] : ['"zeta" : {"b":1,   "a":[1.50, 2e3]}'];
  const behind = members || format.under === null ? [] : ['"alpha": "é / 日本"'];
  const top = format.top ? ['"version" : 1'] : [];
  const inner = format.under === null ? lists : [`"${format.under}": {${note}\n    ${lists.join(`,\n\n    `)}\n  }`];
  return `{${note}\n  ${[...top, ...extra, ...inner, ...behind].join(',\n  ')}\n}`.replaceAll('\n', eol);
}
