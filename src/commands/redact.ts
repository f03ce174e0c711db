import type { Command } from 'commander';
import { redactStream } from '../text/secrets-stream.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { type Decoded, decode, encode, sizeOf, UnknownEncoding } from './encoding.ts';
import { count, printJson } from './output.ts';

interface Options {
  check?: true;
  json?: true;
}

/** One secret as it is listed: never the secret itself. */
interface Listed {
  kind: string;
  /** Bytes from the beginning of the input, the end exclusive. */
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
      '\nWith the rules by which captured turns and injected memories are redacted. A secret is never printed. Input of any size, in UTF-8 or UTF-16; what comes out is in the same encoding.\n\nExamples:\n  env | engram redact\n  git log -p | engram redact --check\n',
    )
    .action((options: Options) => redactInput(options, context));
}

function redactInput({ check, json }: Options, context: Context): void {
  const { encoding, chunks } = input(context);
  const size = (text: string) => sizeOf(text, encoding);
  const listed: Listed[] = [];
  const position = { units: 0, bytes: 0, line: 1, column: 1 };
  let any = false;
  for (const { text, found, source } of redactStream(chunks)) {
    any ||= source !== '';
    if (!check && !json) {
      if (encoding === 'utf8') context.out(text);
      else context.outBytes?.(encode(text, encoding));
      continue;
    }
    let at = 0;
    const begin = position.units;
    for (const { kind, start, end } of found) {
      move(position, source.slice(at, start - begin), size);
      const { bytes, line, column } = position;
      move(position, source.slice(start - begin, end - begin), size);
      listed.push({ kind, start: bytes, end: position.bytes, line, column });
      at = end - begin;
    }
    move(position, source.slice(at), size);
  }
  if (!any && context.tty) {
    throw new CommandError('nothing on stdin; give it a text: engram redact < FILE', EXIT.noInput);
  }
  if (json) printJson(context, listed);
  else if (check) for (const { line, column, kind } of listed) context.out(`${line}:${column}\t${kind}\n`);
  if (check && listed.length > 0) throw new CommandError(`${count(listed.length, 'secret')} found`, 1);
}

/** @throws CommandError for an encoding that is not read */
function input(context: Context): Decoded {
  if (!context.stdinChunks) return { encoding: 'utf8', chunks: [context.stdin()] };
  try {
    return decode(context.stdinChunks());
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const { encoding } = error;
    throw new CommandError(
      `stdin is ${encoding}, which engram does not read; iconv -f ${encoding} -t UTF-8 FILE | engram redact`,
      EXIT.data,
    );
  }
}

function move(
  position: { units: number; bytes: number; line: number; column: number },
  text: string,
  size: (text: string) => number,
): void {
  position.units += text.length;
  position.bytes += size(text);
  const last = text.lastIndexOf('\n');
  if (last < 0) position.column += size(text);
  else {
    position.column = size(text.slice(last + 1)) + 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) position.line++;
  }
}
