import type { Command } from 'commander';
import { foldSessions, usage as usageOf } from '../store/history.ts';
import { openStore, StoreError } from '../store/open.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { nativeAdvice } from './native.ts';
import { note, printJson, printRows, when } from './output.ts';
import { openWorld } from './world.ts';

/** One memory's deliveries, over all sessions of all projects. */
interface Used {
  id: string;
  deliveries: number;
  /** Milliseconds since 1970. */
  last: number;
  hosts: { host: string; deliveries: number; last: number }[];
}

export function register(program: Command, context: Context): void {
  program
    .command('usage')
    .description('how often each memory was delivered, by which host, last when')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nCounts memories sent in full, once a session (again after a compaction), over all projects.\n\nExample:\n  engram usage\n',
    )
    .action((options: { json?: true }) => {
      const used = gather(context);
      if (options.json) return printJson(context, used.map(withDates));
      if (used.length === 0) return note(context, 'no memory has been delivered yet');
      printRows(
        context,
        ['id', 'times', 'last', 'by'],
        used.map(({ id, deliveries, last, hosts }) => [
          id,
          String(deliveries),
          when(last, context),
          hosts.map((it) => `${it.host} ${it.deliveries}`).join(', '),
        ]),
      );
    });
}

/** @throws CommandError 69 without the store */
function gather(context: Context): Used[] {
  const { places } = openWorld(context);
  const used = new Map<string, Used>();
  try {
    const { store } = openStore(places.db);
    try {
      foldSessions(store, places.sessions, context.now.getTime());
      for (const { id, ...by } of usageOf(store)) {
        const one = used.get(id) ?? { id, deliveries: 0, last: 0, hosts: [] };
        used.set(id, one);
        one.deliveries += by.deliveries;
        one.last = Math.max(one.last, by.last);
        one.hosts.push(by);
      }
    } finally {
      store.close();
    }
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    const advice = error instanceof StoreError && error.kind === 'native' ? `; ${nativeAdvice()}` : '';
    throw new CommandError(`usage is counted in the database: ${error.message}${advice}`, EXIT.unavailable);
  }
  return [...used.values()].sort((a, b) => b.deliveries - a.deliveries || b.last - a.last || (a.id < b.id ? -1 : 1));
}

function isStoreFault(error: unknown): error is Error {
  return error instanceof StoreError || String((error as { code?: unknown }).code).startsWith('SQLITE_');
}

function withDates({ last, hosts, ...used }: Used) {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    ...used,
    last: iso(last),
    hosts: hosts.map(({ last: at, ...by }) => ({ ...by, last: iso(at) })),
  };
}
