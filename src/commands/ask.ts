// The question which hosts to link, on a terminal.
import type { Choice } from './context.ts';

/** The part of @clack/prompts that is used. */
interface Prompts {
  multiselect(options: {
    message: string;
    options: { value: string; label: string; hint: string }[];
    initialValues: string[];
    required: boolean;
  }): Promise<string[] | symbol>;
  isCancel(answer: unknown): answer is symbol;
}

/** The names of the hosts that the person wants linked, all of them at first; undefined where they broke off. */
export async function askHosts(found: readonly Choice[]): Promise<string[] | undefined> {
  const name = '@clack/prompts';
  const { multiselect, isCancel } = (await import(name)) as Prompts;
  const answer = await multiselect({
    message: 'Which of the hosts on this machine shall engram be linked in?',
    options: found.map(({ name: value, title: label, hint }) => ({ value, label, hint })),
    initialValues: found.map(({ name: value }) => value),
    required: false,
  });
  return isCancel(answer) ? undefined : answer;
}
