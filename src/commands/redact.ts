import type { Command } from 'commander';
import { redactStream } from '../text/secrets-stream.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, printJson } from './output.ts';

interface Options {
  check?: true;
  json?: true;
}

/** One secret as it is listed: never the secret itself. */
interface Listed {
  kind: string;
  /** Bytes of UTF-8 from the beginning of the input, the end exclusive. */
  start: number;
  end: number;
  /** From 1; the column in bytes. */
  line: number;
  column: number;
}

export function register(program: Command, context: Context): void {
  program
    .command('redact')
    .description('copy stdin to stdout with each secret replaced by [redacted:kind]')
    .option('--check', 'print where secrets are instead, and end with status 1 where there is one')
    .option('--json', 'print the kinds and offsets of secrets as JSON instead')
    .addHelpText(
      'after',
      '\nWith the rules by which captured turns and injected memories are redacted. A secret is never printed. Input of any size; it is UTF-8.\n\nExamples:\n  env | engram redact\n  git log -p | engram redact --check\n',
    )
    .action((options: Options) => redactInput(options, context));
}

function redactInput({ check, json }: Options, context: Context): void {
  const listed: Listed[] = [];
  const position = { units: 0, bytes: 0, line: 1, column: 1 };
  let any = false;
  for (const { text, found, source } of redactStream(chunks(context))) {
    any ||= source !== '';
    if (!check && !json) {
      context.out(text);
      continue;
    }
    let at = 0;
    const begin = position.units;
    for (const { kind, start, end } of found) {
      move(position, source.slice(at, start - begin));
      const { bytes, line, column } = position;
      move(position, source.slice(start - begin, end - begin));
      listed.push({ kind, start: bytes, end: position.bytes, line, column });
      at = end - begin;
    }
    move(position, source.slice(at));
  }
  if (!any && context.tty) {
    throw new CommandError('nothing on stdin; give it a text: engram redact < FILE', EXIT.noInput);
  }
  if (json) printJson(context, listed);
  else if (check) for (const { line, column, kind } of listed) context.out(`${line}:${column}\t${kind}\n`);
  if (check && listed.length > 0) throw new CommandError(`${count(listed.length, 'secret')} found`, 1);
}

function* chunks(context: Context): Iterable<string> {
  if (context.stdinChunks) yield* context.stdinChunks();
  else yield context.stdin();
}

function move(position: { units: number; bytes: number; line: number; column: number }, text: string): void {
  position.units += text.length;
  position.bytes += Buffer.byteLength(text);
  const last = text.lastIndexOf('\n');
  if (last < 0) position.column += Buffer.byteLength(text);
  else {
    position.column = Buffer.byteLength(text.slice(last + 1)) + 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) position.line++;
  }
}
