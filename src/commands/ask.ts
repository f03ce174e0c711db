// The question which hosts to link, on a terminal.
import type { Choice } from './context.ts';

/** The names of the hosts that the person wants linked, all of them at first; undefined where they broke off. */
export async function askHosts(found: readonly Choice[]): Promise<string[] | undefined> {
  // Loaded here only: no other command asks anything.
  const { isCancel, multiselect } = await import('@clack/prompts');
  const answer = await multiselect({
    message: 'Which of the hosts on this machine shall engram be linked in?',
    options: found.map(({ name, title, hint }) => ({ value: name, label: title, hint })),
    initialValues: found.map(({ name }) => name),
    required: false,
  });
  return isCancel(answer) ? undefined : answer;
}
