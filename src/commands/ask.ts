// Questions to a person at a terminal. Nothing else loads @clack/prompts.
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

/**
 * Which of these hosts to link, all of them at first, and where.
 * @param scope where that is settled; else it is asked for too
 * @returns undefined where the person broke off (Esc, Ctrl-C), or nobody can be asked
 */
export async function askHosts(found: readonly Offer[], context: Context, scope?: Scope): Promise<Chosen | undefined> {
  if (!context.interactive) return undefined;
  const { isCancel, multiselect, select } = await import('@clack/prompts');
  const hosts = await multiselect({
    message: 'Which of the hosts on this machine shall have engram?',
    options: found.map(({ name, title, why }) => ({ value: name, label: title, hint: why.join(', ') })),
    initialValues: found.map(({ name }) => name),
    required: false,
  });
  if (isCancel(hosts)) return undefined;
  if (scope || hosts.length === 0) return { hosts, scope: scope === 'user' ? 'user' : 'project' };
  const where = await select({
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
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message: question, initialValue: false });
  if (prompts.isCancel(answer)) throw new CommandError(left, EXIT.interrupted);
  if (!answer) throw new CommandError(left, 1);
}
