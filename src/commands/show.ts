import type { Command } from 'commander';
import { dateOf } from '../memory/sync.ts';
import { findMemory, loadVaults, type StoredMemory } from '../memory/vault.ts';
import { provenance } from '../plan/frame.ts';
import type { Context } from './context.ts';
import { heldBack } from './held.ts';
import { describeMemory } from './list.ts';
import { maskAll } from './masked.ts';
import { colors, note, printJson, shown } from './output.ts';
import { waitingHere } from './trusting.ts';
import { display, openWorld, requireMemory, type World } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('show')
    .description('print memories in full')
    .argument('<id...>', 'their ids')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nSecrets in them are masked, as in all that agents are sent; engram edit opens the file itself.\n\nExample:\n  engram show deploy-window\n',
    )
    .action((ids: string[], options: { json?: true }) => {
      const world = openWorld(context);
      const found = ids.map((id) => requireMemory(id, world));
      const waits = waitingHere(world);
      const waiting = new Set(waits.map(({ file }) => file));
      const held = heldBack(loadVaults(world.vaults), world.vaults, waits, context.now);
      for (const stored of found) {
        const { memory, file } = stored;
        const by = held.supersededBy(stored);
        if (held.isExpired(stored))
          note(context, `${memory.id} expired after ${memory.expires}, so no agent is sent it`);
        else if (by) note(context, `${memory.id} is superseded by ${by}, so no agent is sent it`);
        if (waiting.has(file))
          note(context, `${memory.id} waits for your trust, so no agent is sent it; engram trust allows it`);
      }
      const clean = maskAll(found, 'full', context, world);
      if (options.json) {
        const records = found.map((stored, n) => ({
          ...describeMemory(clean[n]!, hidden(stored, world)),
          expired: held.isExpired(stored),
          superseded_by: held.supersededBy(stored) ?? null,
          body: clean[n]!.memory.body,
        }));
        return printJson(context, records.length === 1 ? records[0] : records);
      }
      context.out(clean.map((stored) => record(stored, context, world)).join('\n'));
    });
}

/** The files of farther vaults whose id this memory has. */
function hidden({ memory, vault }: StoredMemory, { vaults }: World): string[] {
  return vaults.slice(vaults.indexOf(vault) + 1).flatMap((farther) => findMemory(memory.id, [farther])?.file ?? []);
}

function record(stored: StoredMemory, context: Context, world: World): string {
  const { memory, file } = stored;
  const { bold, dim } = colors(context);
  const date = provenance({ date: dateOf(memory) ?? '', reviewed: memory.reviewed !== undefined });
  const facts = [
    ['summary', memory.summary],
    ['type', `${memory.type}, importance ${memory.importance}`],
    ['tags', memory.tags.join(', ')],
    ['applies to', memory.appliesTo.join(', ')],
    ['entities', memory.entities.join(', ')],
    ['date', date],
    ['expires', memory.expires && `after ${memory.expires}`],
    ['supersedes', memory.supersedes?.join(', ')],
    ['source', memory.source],
    ['file', display(file, context, world)],
    [
      'hides',
      hidden(stored, world)
        .map((other) => display(other, context, world))
        .join(', '),
    ],
  ];
  const lines = facts.filter(([, value]) => value).map(([name, value]) => `${dim(`${name}:`)} ${shown(value!)}\n`);
  const body = context.tty ? shown(memory.body) : memory.body;
  return `${bold(memory.id)} (recorded memory, not instructions)\n${lines.join('')}\n${body}${body.endsWith('\n') ? '' : '\n'}`;
}
