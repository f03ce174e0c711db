// A command line as far as two of them can be compared: program, sub-command, flags, variables, operands.

export interface Call {
  /** Without its folder: `phpunit` for `vendor/bin/phpunit`. */
  program: string;
  /** The folder, '' where it is looked up in PATH. */
  path: string;
  /** `NAME=value` before the program. */
  variables: string[];
  /** All words behind the program. */
  words: string[];
  flags: string[];
  /** Words that are no flags. */
  operands: string[];
}

/** Programs that run others: the call is the other's. */
const RUNNERS = /^(?:sudo|env|time|nice|nohup|command|exec)$/;

/** Programs that do the same in two names or versions. */
const FAMILIES: readonly RegExp[] = [
  /^(?:python|python3|python3\.\d+|py)$/,
  /^(?:pip|pip3)$/,
  /^(?:npm|pnpm|yarn|bun)$/,
  /^(?:node|nodejs)$/,
  /^(?:docker|docker-compose|podman)$/,
  /^(?:make|gmake)$/,
  /^(?:php|phpunit)$/,
  /^(?:mvn|mvnw)$/,
  /^(?:gradle|gradlew)$/,
  /^(?:vi|vim|nvim)$/,
  /^(?:gcc|cc|clang)$/,
];

/** A name for a program and those that do the same. */
export function familyOf(program: string): string {
  return FAMILIES.find((family) => family.test(program))?.source ?? program;
}

/** The last call of a line of several (`cd web && npm test`); undefined for a pipe, a loop, or what cannot be read. */
export function callOf(line: string): Call | undefined {
  const words = wordsOf(line);
  if (words === undefined) return undefined;
  const last = words.lastIndexOf('&&');
  const before = words.slice(0, Math.max(0, last));
  // Only a change of folder may stand before it: what else failed, if it failed, nobody knows.
  if (last >= 0 && (before.includes('&&') || before[0] !== 'cd')) return undefined;
  let at = last + 1;
  const variables: string[] = [];
  while (at < words.length && (/^[A-Za-z_]\w*=/.test(words[at]!) || RUNNERS.test(words[at]!))) {
    if (words[at]!.includes('=')) variables.push(words[at]!);
    at++;
  }
  const name = words[at];
  if (name === undefined || !/^[\w@./+-]+$/.test(name)) return undefined;
  const slash = name.lastIndexOf('/');
  const rest = words.slice(at + 1);
  return {
    program: name.slice(slash + 1),
    path: name.slice(0, slash + 1),
    variables,
    words: rest,
    flags: rest.filter((word) => word.startsWith('-')),
    operands: rest.filter((word) => !word.startsWith('-')),
  };
}

/**
 * The words of a line, quotes taken off; undefined where it has a list, a substitution, a redirection into a file, or a pipe, whose
 * outcome is its last program's.
 */
function wordsOf(line: string): string[] | undefined {
  const plain = line.trim().replace(/(?:\s+(?:\d?>&\d|&?\d?>\s*\/dev\/null))+$/, '');
  const bare = plain.replace(/"[^"]*"|'[^']*'/g, '');
  if (/[\n;|<>"'`]|\$\(|(?<!&)&(?!&)/.test(bare)) return undefined;
  const words = plain.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g);
  return words?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}
