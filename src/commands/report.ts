import { type Command, InvalidArgumentError } from 'commander';
import { type ReportCard, reportCard } from '../capture/report.ts';
import type { Context } from './context.ts';
import { printJson, printRows, when } from './output.ts';
import { withProposals } from './staged.ts';
import { openWorld } from './world.ts';

interface Options {
  hours: number;
  all?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('report')
    .description('what a period gave: decisions about proposals, what was kept, what is missing')
    .option('--hours <n>', 'so far back', hours, 24)
    .option('-a, --all', 'of all projects')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExamples:\n  engram report\n  engram report --hours 168 --all --json\n')
    .action((options: Options) => {
      const world = openWorld(context);
      const root = options.all ? undefined : world.project.root;
      const now = context.now.getTime();
      const since = now - options.hours * 3_600_000;
      const card = withProposals(context, world, (store) => reportCard(store, since, now, root));
      if (options.json) printJson(context, { hours: options.hours, ...card });
      else print(card, since, context);
    });
}

function print(
  { decisions, saves, episodes, gaps, dreams, waiting }: ReportCard,
  since: number,
  context: Context,
): void {
  const rows: [string, string, number][] = [
    ...Object.entries(decisions).map(([what, n]): [string, string, number] => ['decisions', what, n]),
    ...Object.entries(saves).map(([tier, n]): [string, string, number] => ['kept', tier, n]),
    ...Object.entries(episodes).map(([kind, n]): [string, string, number] => ['episodes', kind, n]),
    ['missing', 'sessions with lost turns', gaps],
    ['asked for', 'DREAM markers', dreams],
    ['open', 'proposals that wait', waiting],
  ];
  if (context.tty) context.out(`Since ${when(since, context)}\n`);
  printRows(
    context,
    ['what', '', 'how many'],
    rows.map(([of, what, n]) => [of, what, String(n)]),
  );
}

function hours(value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n > 0 && n <= 87_600))
    throw new InvalidArgumentError('It is a number of hours, as in 24.');
  return n;
}
