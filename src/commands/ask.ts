// Questions to a person at a terminal. Nothing else loads @clack/prompts.
import { stdout } from 'node:process';
import { Writable } from 'node:stream';
import type { Scope } from '../../hosts/host.ts';
import { CommandError, type Context, EXIT } from './context.ts';

/** A host that may be linked, and why it is offered: `/usr/bin/claude`, `~/.claude`. */
export interface Offer {
  name: string;
  title: string;
  why: readonly string[];
}

export interface Chosen {
  hosts: string[];
  scope: 'project' | 'user';
}

const CTRL_D = '\u0004';

/**
 * What asks, set up for this terminal.
 * @returns with it as `output` what each question must be given
 */
export async function questions(context: Pick<Context, 'color'>) {
  const prompts = await import('@clack/prompts');
  // Else readline ends at it, and with it the process, before there is an answer.
  prompts.updateSettings({ aliases: { [CTRL_D]: 'cancel' } });
  return { ...prompts, output: context.color ? {} : { output: withoutColour() } };
}

/** Node 20's styleText heeds NO_COLOR for a single style, and not for a list of them. */
function withoutColour(): Writable {
  const { columns, rows } = stdout;
  const output = new Writable({
    write(chunk, _, done) {
      // At once: what the command says next is written past this stream.
      stdout.write(String(chunk).replace(/\u001b\[[\d;]*m/g, ''));
      done();
    },
  });
  return Object.assign(output, { columns, rows, isTTY: true });
}

/**
 * Which of these hosts to link, all of them at first, and where.
 * @param scope where that is settled; else it is asked for too
 * @returns undefined where the person broke off (Esc, Ctrl-C), or nobody can be asked
 */
export async function askHosts(found: readonly Offer[], context: Context, scope?: Scope): Promise<Chosen | undefined> {
  if (!context.interactive) return undefined;
  const { isCancel, multiselect, select, output } = await questions(context);
  const hosts = await multiselect({
    ...output,
    message: 'Which of the hosts on this machine shall have engram?',
    options: found.map(({ name, title, why }) => ({ value: name, label: title, hint: why.join(', ') })),
    initialValues: found.map(({ name }) => name),
    required: false,
  });
  if (isCancel(hosts)) return undefined;
  if (scope || hosts.length === 0) return { hosts, scope: scope === 'user' ? 'user' : 'project' };
  const where = await select({
    ...output,
    message: 'Where?',
    options: [
      { value: 'project' as const, label: 'In this project', hint: 'settings that a team shares' },
      { value: 'user' as const, label: 'In every project', hint: 'your own settings' },
    ],
    initialValue: 'project' as const,
  });
  return isCancel(where) ? undefined : { hosts, scope: where };
}

/**
 * Has the person confirm what takes long to undo. Asks nothing with `--yes`, and where nobody can be asked: scripts go on as they are.
 * @param left what a no leaves as it is: `nothing was forgotten`
 * @throws CommandError of 1 for a no, of 130 where the person broke off
 */
export async function confirm(
  question: string,
  context: Context,
  { yes, left }: { yes: boolean; left: string },
): Promise<void> {
  if (yes || !context.interactive) return;
  const prompts = await questions(context);
  const answer = await prompts.confirm({ ...prompts.output, message: question, initialValue: false });
  if (prompts.isCancel(answer)) throw new CommandError(left, EXIT.interrupted);
  if (!answer) throw new CommandError(left, 1);
}
