import fs from 'node:fs';
import { Argument, type Command } from 'commander';
import { makeFolder } from '../index/places.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { note, printJson } from './output.ts';
import { bypassFile, latestSession, recordedSessions } from './sessions.ts';
import { onDisk, openWorld } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('bypass')
    .description('let a session go without engram, or with it again')
    .addArgument(new Argument('<state>', 'on: its hooks answer nothing; off: they work again').choices(['on', 'off']))
    .option('--session <id>', 'the host’s id of the session (default: this project’s newest)')
    .option('--json', 'print what holds now as JSON')
    .addHelpText(
      'after',
      '\nENGRAM_BYPASS=1 in an agent’s environment does the same for all that it starts.\n\nExamples:\n  engram bypass on\n  engram bypass off --session 0f3c9a\n',
    )
    .action((state: 'on' | 'off', options: { session?: string; json?: true }) => {
      const { places, project } = openWorld(context);
      const session = options.session ?? latestSession(places, project.root)?.session;
      if (!session) {
        throw new CommandError(`no session of ${project.root} is recorded yet; name one with --session`, EXIT.noInput);
      }
      const file = bypassFile(places, session);
      onDisk('the bypass could not be set', () => {
        if (state === 'off') return fs.rmSync(file, { force: true });
        makeFolder(places.bypass);
        return fs.writeFileSync(file, `${session}\n${project.root}\n`, { mode: 0o600 });
      });
      const seen = recordedSessions(places).some((it) => it.session === session);
      if (!seen && state === 'on')
        note(context, `no session ${session} has been seen yet; engram status lists the last, with their ids`);
      if (options.json) return printJson(context, { session, bypassed: state === 'on', seen });
      context.out(
        state === 'on' ? `Session ${session} goes without engram\n` : `Session ${session} has engram again\n`,
      );
    });
}
