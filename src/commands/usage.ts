import fs from 'node:fs';
import type { Command } from 'commander';
import { cataloguedIds } from '../memory/catalogue.ts';
import { type CompactionEvent, compactions } from '../store/compactions.ts';
import { feedback } from '../store/feedback.ts';
import { usage as usageOf } from '../store/history.ts';
import type { Store } from '../store/open.ts';
import type { Context } from './context.ts';
import { fromStore } from './history.ts';
import { note, printJson, printRows, when } from './output.ts';

/** One memory's deliveries, over all sessions of all projects. */
interface Used {
  id: string;
  deliveries: number;
  /** Milliseconds since 1970. */
  last: number;
  hosts: { host: string; deliveries: number; last: number }[];
  /** How often it was said to be of use, and of none (engram feedback); absent where it never was. */
  useful?: number;
  noise?: number;
  /** No file that engram has read holds it any more. */
  gone?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('usage')
    .description('how often each memory was delivered, by which host, last when')
    .option('--compactions', 'instead when which session was compacted, and why')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nCounts memories sent in full, once a session (again after a compaction), over all projects.\n\nExamples:\n  engram usage\n  engram usage --compactions\n',
    )
    .action((options: { compactions?: true; json?: true }) => {
      if (options.compactions) return printCompactions(context, options);
      const used = gather(context);
      if (options.json) return printJson(context, used.map(withDates));
      if (used.length === 0) return note(context, 'no memory has been delivered yet');
      printRows(
        context,
        ['id', 'times', 'last', 'by'],
        used.map(({ id, deliveries, last, hosts, useful, noise, gone }) => [
          id,
          String(deliveries),
          when(last, context),
          [
            hosts.map((it) => `${it.host} ${it.deliveries}`).join(', '),
            useful || noise ? `useful ${useful}, noise ${noise}` : '',
            gone ? 'no file of it is known' : '',
          ]
            .filter(Boolean)
            .join('; '),
        ]),
      );
    });
}

function printCompactions(context: Context, options: { json?: true }): void {
  const rows = fromStore(context, compactions);
  if (options.json) printJson(context, rows.map(withDate));
  else if (rows.length === 0) note(context, 'no session has been compacted yet');
  else
    printRows(
      context,
      ['at', 'why', 'host', 'session', 'project'],
      rows.map(({ at, reason, host, agent, newSession, root }) => [
        when(at, context),
        reason ?? 'not said',
        host,
        `${newSession}${agent ? `/${agent}` : ''}`,
        root,
      ]),
    );
}

function gather(context: Context): Used[] {
  const used = new Map<string, Used>();
  const { rows, there, said } = fromStore(context, (store) => ({
    rows: usageOf(store),
    there: idsThere(store),
    said: feedback(store),
  }));
  const entryOf = (id: string): Used => {
    const one = used.get(id) ?? { id, deliveries: 0, last: 0, hosts: [], ...(there.has(id) ? {} : { gone: true }) };
    used.set(id, one);
    return one;
  };
  for (const { id, useful, noise, last } of said) {
    const one = entryOf(id);
    one.last = last;
    Object.assign(one, { useful, noise });
  }
  for (const { id, ...by } of rows) {
    const one = entryOf(id);
    // When it was last delivered, where it was; else when it was last spoken of.
    if (one.deliveries === 0) one.last = 0;
    one.deliveries += by.deliveries;
    one.last = Math.max(one.last, by.last);
    one.hosts.push(by);
  }
  return [...used.values()].sort((a, b) => b.deliveries - a.deliveries || b.last - a.last || (a.id < b.id ? -1 : 1));
}

/** The ids of the memories whose files are there, in whatever project. */
function idsThere(store: Store): Set<string> {
  return new Set(
    cataloguedIds(store)
      .filter(({ file }) => fs.existsSync(file))
      .map(({ id }) => id),
  );
}

function withDates({ last, hosts, ...used }: Used) {
  return {
    ...used,
    last: iso(last),
    hosts: hosts.map(({ last: at, ...by }) => ({ ...by, last: iso(at) })),
  };
}

function withDate({ at, ...row }: CompactionEvent) {
  return { at: iso(at), ...row };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
