// Hooks that start engram and are not as engram writes them: a person changed them, so they are theirs.
import { type Node, parseTree } from 'jsonc-parser';
import type { Host } from './host.ts';
import { BOM, lineOf } from './settings-document.ts';
import { isManagedCommand, namesEngram } from './settings-entries.ts';

/** The keys under which hosts have a hook's command. */
const COMMANDS = ['command', 'bash', 'powershell', 'windows'];

/** That a file of entries holds such commands: a sentence with file and line, without its end; none where it holds none. */
export function strayEntries(text: string, host: Host, file: string): string[] {
  const body = text.replace(BOM, '');
  const root = parseTree(body, [], { allowTrailingComma: true, allowEmptyContent: true });
  const [first, ...more] = commandsOf(root)
    .filter(({ value }) => namesEngram(value) && !isManagedCommand(value, host))
    .map(({ offset }) => lineOf(body, offset));
  if (first === undefined) return [];
  const also = more.length > 0 ? `, as on line ${more.join(', ')},` : '';
  return [
    `${file}:${first}: this command${also} names engram's launcher and is not as engram writes it, so that it is left alone; take it out by hand`,
  ];
}

function commandsOf(node: Node | undefined): { value: string; offset: number }[] {
  const { type, children = [] } = node ?? { type: 'null' };
  if (type !== 'property') return children.flatMap(commandsOf);
  const [key, value] = children;
  const isCommand = COMMANDS.includes(key?.value as string) && typeof value?.value === 'string';
  return isCommand ? [{ value: value!.value as string, offset: value!.offset }] : commandsOf(value);
}
