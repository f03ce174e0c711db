// The table of what each host can and cannot do, made of the objects that do it.
import type { Host, Scope } from '../../hosts/host.ts';
import type { Unit } from '../text/units.ts';
import type { Context } from './context.ts';
import { align, colors, printRows, width, wrap } from './output.ts';

/** How context reaches the model at a moment; null: not at all. */
export interface Abilities {
  /** `prompt`: with the first prompt. `file`: by a file that the host always has in context. */
  start: 'yes' | 'prompt' | 'file' | null;
  prompt: 'yes' | null;
  /** `rules`: by the host's own rule files. */
  path: 'yes' | 'rules' | null;
  subagent: 'yes' | null;
  /** What a compaction took is sent again. */
  compaction: 'yes' | null;
}

export interface HostRow {
  name: string;
  title: string;
  can: Abilities;
  cap: { limit: number; unit: Unit };
  links: readonly { scope: Scope; unreadable: boolean }[];
}

/** @param pathRules the value of `hooks.path_rules` */
export function abilitiesOf(host: Host, pathRules: 'native' | 'hook'): Abilities {
  const injects = (kind: Host['injects'][number]) => (host.injects.includes(kind) ? 'yes' : null);
  const startless = host.startsAtPrompt ? 'prompt' : host.standing ? 'file' : null;
  return {
    start: injects('session-start') ?? startless,
    prompt: injects('prompt'),
    path: host.rules && pathRules === 'native' ? 'rules' : injects('path'),
    subagent: injects('subagent-start'),
    compaction: host.injects.length > 0 && (host.slot || tellsCompaction(host)) ? 'yes' : null,
  };
}

/** By an event before or after it, or as the reason of a start. */
function tellsCompaction(host: Host): boolean {
  return host.events.some(({ event, moment }) => {
    if (moment === 'pre-compact' || moment === 'post-compact') return true;
    if (moment !== 'session-start') return false;
    const start = host.parse({ hook_event_name: event, session_id: 'any', cwd: '/', source: 'compact' }, {});
    return start?.kind === 'session-start' && start.source === 'compact';
  });
}

/** What holds for what the host is given: of one that takes no answers its file. */
export function capOf({ cap, injects, standing }: Host): HostRow['cap'] {
  return injects.length === 0 && standing ? standing.cap : cap;
}

const HEADER = ['host', 'start', 'prompt', 'path', 'subagent', 'compact', 'cap', 'unit', 'linked'];
const UNITS: Record<Unit, string> = { utf16: 'UTF-16', bytes: 'bytes' };
const SCOPES: Record<Scope, string> = { project: 'project', local: 'local', user: 'global' };
/** What the words of the table mean. */
const WORDS = {
  prompt: 'with the first prompt',
  file: 'by a file that it always reads',
  rules: 'by its own rule files',
} as const;

/**
 * On a terminal a table within its width, where it is too narrow a paragraph for each host. In a pipe one row a line, with tabs: name,
 * start, prompt, path, subagent and compaction (`yes`, `no` or another word), cap, unit, and the scopes in which it is linked,
 * with commas, or `-`.
 */
export function printHosts(rows: readonly HostRow[], context: Context): void {
  if (!context.tty) {
    printRows(
      context,
      HEADER,
      rows.map(({ name, can, cap, links }) => [
        name,
        ...Object.values(can).map((how) => how ?? 'no'),
        String(cap.limit),
        cap.unit,
        links.map(scopeWord).join(',') || '-',
      ]),
    );
    return;
  }
  const columns = context.columns ?? Number.POSITIVE_INFINITY;
  const lines = [table(rows, ', ', context), table(rows, '\n', context)].find((it) => widest(it) <= columns);
  for (const line of lines ?? paragraphs(rows, context)) context.out(`${line}\n`);
  const used = Object.entries(WORDS).filter(([word]) =>
    rows.some(({ can }) => [can.start, can.path].includes(word as 'file')),
  );
  const { dim } = colors(context);
  const legend = [...used.map(([word, meaning]) => `${word}: ${meaning}`), 'engram hosts <name> tells more'].join('; ');
  context.out(`\n${wrap(legend, 0, columns).split('\n').map(dim).join('\n')}\n`);
}

/** @param between the scopes in which a host is linked: a line break gives each a line */
function table(rows: readonly HostRow[], between: ', ' | '\n', context: Context): string[] {
  const { bold, dim } = colors(context);
  const caps = rows.map(({ cap }) => figure(cap.limit));
  const wide = Math.max(...caps.map((cap) => cap.length), 'cap'.length);
  const cells = rows.flatMap((row, i) => {
    const [first = dim('–'), ...more] = row.links
      .map((link) => paintScope(link, context))
      .join(between)
      .split('\n');
    const moments = Object.values(row.can).map((how) => paintAbility(how, context));
    return [
      [bold(row.name), ...moments, caps[i]!.padStart(wide), UNITS[row.cap.unit], first || dim('–')],
      ...more.map((scope) => [...HEADER.slice(1).map(() => ''), scope]),
    ];
  });
  const header = HEADER.map((word) => (word === 'cap' ? word.padStart(wide) : word));
  const [head, ...lines] = align([header, ...cells]);
  return [dim(head!), ...lines];
}

function paragraphs(rows: readonly HostRow[], context: Context): string[] {
  const { bold, dim } = colors(context);
  return rows.flatMap(({ name, title, can, cap, links }) => {
    const moments = Object.entries(can).map(([moment, how]) => `${dim(moment)} ${paintAbility(how, context)}`);
    const linked = links.map((link) => paintScope(link, context)).join(', ') || dim('–');
    const parts = [...moments, `${dim('cap')} ${figure(cap.limit)} ${UNITS[cap.unit]}`, `${dim('linked')} ${linked}`];
    // What belongs together stays on one line.
    const kept = parts.map((part) => part.replaceAll(' ', '\u00a0')).join('  ');
    const lines = wrap(`  ${kept}`, 2, context.columns).replaceAll('\u00a0', ' ').split('\n');
    return [`${bold(name)}  ${title}`, ...lines.map((line) => line.trimEnd())];
  });
}

function paintAbility(how: Abilities[keyof Abilities], context: Context): string {
  const { dim, green, yellow } = colors(context);
  return how === null ? dim('–') : how === 'yes' ? green('✓') : yellow(how);
}

function paintScope(link: HostRow['links'][number], context: Context): string {
  const { cyan, red } = colors(context);
  return (link.unreadable ? red : cyan)(scopeWord(link));
}

/** `!`: the file cannot be read. */
function scopeWord({ scope, unreadable }: HostRow['links'][number]): string {
  return `${SCOPES[scope]}${unreadable ? '!' : ''}`;
}

function widest(lines: readonly string[]): number {
  return Math.max(0, ...lines.map(width));
}

/** `64,000`. */
function figure(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
