import type { Command } from 'commander';
import { CONFIG_KEYS } from '../config/keys.ts';
import { type ConfigProblem, type LoadedConfig, loadConfig } from '../config/load.ts';
import { ConfigError, knownKey, setConfig, unsetConfig } from '../config/set.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { align, colors, note, printJson, printRows, wrap } from './output.ts';
import { onDisk, openWorld, refresh, type World } from './world.ts';

export function register(program: Command, context: Context): void {
  const config = program
    .command('config')
    .description('read and set what engram does')
    .addHelpText('after', '\nExamples:\n  engram config list\n  engram config set load.limit 5\n');

  config
    .command('get')
    .description('print the value of a key as it holds here')
    .argument('<key>', 'as in load.limit')
    .option('--json', 'print it with its origin as JSON')
    .addHelpText('after', '\nExample:\n  engram config get hooks.path_rules\n')
    .action((key: string, options: { json?: true }) => {
      const world = openWorld(context);
      const entry = asCommand(() => knownKey(key));
      const loaded = loadConfig(world.project.configs);
      const value = loaded.config[entry.key];
      if (options.json) printJson(context, { key: entry.key, value, origin: origin(loaded, entry.key, world) });
      else context.out(`${value}\n`);
      complain(context, loaded.problems);
    });

  config
    .command('set')
    .description('set a key in your own config, or with --project in the project’s')
    .argument('<key>', 'as in load.limit')
    .argument('<value>', 'as engram config list says')
    .option('--project', 'in .engram/config.yaml of this project, which a team shares')
    .option('--json', 'print what was set as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  engram config set hooks.path_rules hook\n  engram config set load.max_tokens 2400 --project\n',
    )
    .action((key: string, value: string, options: SetOptions) => set(key, value, options, context));

  config
    .command('unset')
    .description('take a key out of your own config, or with --project out of the project’s')
    .argument('<key>', 'as in load.limit')
    .option('--project', 'out of .engram/config.yaml of this project')
    .option('--json', 'print what holds now as JSON')
    .addHelpText('after', '\nExample:\n  engram config unset load.limit\n')
    .action((key: string, options: SetOptions) => unset(key, options, context));

  config
    .command('list')
    .description('every key with its value, its origin and what it may be')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  engram config list\n')
    .action((options: { json?: true }) => {
      const world = openWorld(context);
      const loaded = loadConfig(world.project.configs);
      const keys = CONFIG_KEYS.map((entry) => ({
        key: entry.key,
        value: loaded.config[entry.key],
        origin: origin(loaded, entry.key, world),
        default: entry.default,
        values: entry.values,
        doc: entry.doc,
      }));
      if (options.json) printJson(context, keys);
      else if (context.tty) printKeys(keys, context);
      else
        printRows(
          context,
          [],
          keys.map((it) => [it.key, String(it.value), it.origin, it.values, it.doc]),
        );
      complain(context, loaded.problems);
    });
}

/** On a terminal: what a key does stands below it, where nothing of it is cut. */
function printKeys(
  keys: readonly { key: string; value: unknown; origin: string; values: string; doc: string }[],
  context: Context,
) {
  const { bold, dim } = colors(context);
  const rows = align(
    keys.map((it) => [it.key, String(it.value), it.origin, it.values]),
    undefined,
    bold,
  );
  keys.forEach(({ doc }, i) => {
    const lines = wrap(`  ${doc}`, 2, context.columns).split('\n');
    context.out(`${rows[i]}\n${lines.map((line) => `${dim(line)}\n`).join('')}`);
  });
}

export interface SetOptions {
  project?: true;
  json?: true;
}

/** Sets one key, has the index compiled with it, says what holds now. @throws CommandError */
export function set(key: string, value: string, options: SetOptions, context: Context): void {
  const world = openWorld(context);
  const scope = options.project ? 'project' : 'user';
  const result = asCommand(() =>
    onDisk('the config could not be written', () => setConfig(world.project.configs, scope, key, value)),
  );
  refresh(context, world);
  const { config, origins } = loadConfig(world.project.configs);
  if (options.json) printJson(context, { ...result, effective: config[result.key] });
  else context.out(`${result.key} is ${result.value} in ${result.file}${result.changed ? '' : ' (as it was)'}\n`);
  if (config[result.key] !== result.value) {
    note(context, `here ${result.key} stays ${config[result.key]}: ${origins[result.key] ?? 'its default'} says so`);
  }
}

/** Takes one key out, has the index compiled without it, says what holds now. @throws CommandError */
function unset(key: string, options: SetOptions, context: Context): void {
  const world = openWorld(context);
  const scope = options.project ? 'project' : 'user';
  const result = asCommand(() =>
    onDisk('the config could not be written', () => unsetConfig(world.project.configs, scope, key)),
  );
  if (result.changed) refresh(context, world);
  const { config, origins } = loadConfig(world.project.configs);
  const effective = config[result.key];
  if (options.json) printJson(context, { ...result, effective });
  else {
    const what = result.changed ? 'is set no more' : 'is not set';
    context.out(
      `${result.key} ${what} in ${result.file}; here it is ${effective} (${origins[result.key] ?? 'its default'})\n`,
    );
  }
}

/** Says what is wrong in the config files. @throws CommandError of 78 where something must be mended */
function complain(context: Context, problems: readonly ConfigProblem[]): void {
  const said = (problem: ConfigProblem) =>
    `${problem.file}${problem.line ? `:${problem.line}` : ''}: ${problem.message}`;
  const [last, ...others] = problems.filter(({ refused }) => !refused).reverse();
  for (const other of [...problems.filter(({ refused }) => refused), ...others.reverse()]) note(context, said(other));
  if (last) throw new CommandError(said(last), EXIT.config);
}

function origin(loaded: LoadedConfig, key: (typeof CONFIG_KEYS)[number]['key'], world: World): string {
  const file = loaded.origins[key];
  return file === undefined ? 'default' : file === world.places.config ? 'user' : 'project';
}

function asCommand<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message, EXIT[error.kind]);
    throw error;
  }
}
