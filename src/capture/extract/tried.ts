// Commands that worked after ones that had failed: the same program, called in another way. What was wrong with the code is no matter
// here: a test that fails, is mended and passes says nothing of how tests are run.
import { oneLine } from '../../memory/summary.ts';
import type { ToolResult } from '../turn.ts';
import type { Candidate } from './candidate.ts';
import { type Call, callOf, familyOf } from './command-line.ts';
import { importanceOf } from './importance.ts';

/** How many commands may stand between the failure and what worked. */
const WITHIN = 6;
/** Longer command lines are scripts, UTF-16 code units. */
const LONGEST_COMMAND = 240;

/** Programs that look, whose failure says only that something was not there. */
const LOOKING =
  /^(?:ls|cat|head|tail|grep|rg|ag|fd|find|cd|pwd|echo|printf|sed|awk|wc|which|type|stat|test|tree|file|diff|jq|less|man|sleep|kill|pkill|rm|mkdir|cp|mv|touch|true|false|export|source|ps|date|curl|wget|ping|lsof|netstat|ss)$/;
/** A sub-command that looks. */
const LOOKING_AT =
  /^(?:status|diff|log|show|branch|blame|view|list|ls|info|help|--help|--version|-v|get|describe|stash|checkout|add|rev-parse)$/;

/** What switches a safeguard off is never learned as the way to do it. */
const UNSAFE =
  /(?:^|\s)(?:-k|--insecure|--no-verify|--no-check-certificate|--trusted-host|--privileged|--no-sandbox|--allow-root|--break-system-packages|--dangerously[\w-]*|--unsafe[\w-]*|--skip[\w-]*|--no-gpg-sign|--force-with-lease|sudo|777)(?=\s|=|$)|push\b.*\s(?:-f|--force)(?=\s|$)|TLS_REJECT_UNAUTHORIZED|SSL_VERIFY|GIT_SSL_NO_VERIFY|HUSKY=0/i;

/** Tools that change files. */
const EDITS = /edit|write|patch|replace|create|notebook|insert/i;
/** The failure is of the call and not of the code: then edits between do not matter. */
const OF_THE_CALL =
  /command not found|not recognized|no such (?:command|option|service)|unknown (?:option|argument|command|flag)|unrecognized (?:option|argument)|invalid option|usage:|ERESOLVE|EACCES|permission denied|no configuration file|cannot connect to|requires? `?[\w-]+`?|must be set|is not set|missing (?:required|environment)|not installed|out of memory|heap limit|memory size of \d+|executable doesn['’]t exist|outside a module|unsupported engine|could not resolve|not authori[sz]ed|no module named|missing script|timeout exceeded|try (?:increasing|using|passing|adding|running|setting)|did you mean|(?:use|pass|with|set) `?--[a-z]|hint:/i;

/** How much of an output is searched for what failed. */
const LOOKED_AT = 4000;

/** A procedure for each command that failed and then worked in another way, the last way where there were several. */
export function tried(tools: readonly ToolResult[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const commands: { call: Call; at: number }[] = [];
  for (let at = 0; at < tools.length; at++) {
    const { input, ok, tool } = tools[at]!;
    const call = isCommand(tool) && input.length <= LONGEST_COMMAND && ok !== undefined ? callOf(input) : undefined;
    if (call === undefined || isLooking(call)) continue;
    if (ok === true) {
      const failure = commands.findLast((earlier) => isAnotherWay(tools, earlier, { call, at }));
      if (failure !== undefined) {
        const candidate = procedure(tools[failure.at]!, tools[at]!);
        if (candidate !== undefined) found.set(familyOf(call.program), candidate);
      }
    } else {
      commands.push({ call, at });
      if (commands.length > WITHIN) commands.shift();
    }
  }
  return [...found.values()];
}

function isCommand(tool: string): boolean {
  return /bash|shell|terminal|exec|command|run/i.test(tool);
}

function isLooking({ program, words }: Call): boolean {
  return LOOKING.test(program) || LOOKING_AT.test(words.find((word) => !word.startsWith('-')) ?? words[0] ?? '');
}

interface At {
  call: Call;
  at: number;
}

/** Whether what worked is the failed call in another way: other flags, variables, program or sub-command, not another file or name. */
function isAnotherWay(tools: readonly ToolResult[], failed: At, worked: At): boolean {
  if (worked.at - failed.at > WITHIN) return false;
  const { output } = tools[failed.at]!;
  const told = OF_THE_CALL.test(output.slice(0, LOOKED_AT)) || OF_THE_CALL.test(output.slice(-LOOKED_AT));
  const edited = tools.slice(failed.at + 1, worked.at).some(({ tool }) => EDITS.test(tool));
  if (edited && !told) return false;
  const a = failed.call;
  const b = worked.call;
  if (familyOf(a.program) !== familyOf(b.program)) return false;
  const renamed = a.program !== b.program || a.path !== b.path;
  if (renamed) return told && sharesWords(a, b);
  if (sameWords(a.variables, b.variables) && sameWords(a.flags, b.flags)) return false;
  // Another sub-command is another thing done.
  return (
    a.words.find((word) => !word.startsWith('-')) === b.words.find((word) => !word.startsWith('-')) &&
    isSameUse(a, b, told)
  );
}

/** Where the operands differ too it may be another thing that was run. */
function isSameUse(a: Call, b: Call, told: boolean): boolean {
  return told || (a.operands.every((word) => b.operands.includes(word)) && ownOperands(b).length <= a.operands.length);
}

/** Operands that are no value of a flag before them, as far as one can see. */
function ownOperands({ words }: Call): string[] {
  return words.filter(
    (word, i) => !word.startsWith('-') && !(words[i - 1]?.startsWith('--') && !words[i - 1]!.includes('=')),
  );
}

function sharesWords(a: Call, b: Call): boolean {
  return a.operands.length === 0 || a.operands.some((word) => b.operands.includes(word)) || b.operands.length === 0;
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word));
}

function procedure(failed: ToolResult, worked: ToolResult): Candidate | undefined {
  const why = reasonOf(failed.output);
  const text = `Run \`${commandOf(worked)}\`; \`${commandOf(failed)}\` fails${why === undefined ? '' : `: ${why}`}.`;
  if (text.includes('[redacted:') || UNSAFE.test(worked.input)) return undefined;
  const signals = ['correction', 'specific', 'witnessed'] as const;
  return {
    type: 'procedure',
    text,
    summary: oneLine(text),
    importance: importanceOf(signals, 'tool'),
    origin: 'tool',
    scope: 'project',
    signals: [...signals],
  };
}

function commandOf({ input }: ToolResult): string {
  return input.trim().replace(/\s+/g, ' ').replaceAll('`', "'");
}

/** Characters of a failure's reason: it is another's text, and only the first words that name the error are taken. */
const LONGEST_REASON = 100;

/** The line that names the failure, in one line; undefined where none does. Nothing that reads like an instruction is taken over. */
function reasonOf(output: string): string | undefined {
  const lines = output
    .slice(0, LOOKED_AT)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const line =
    lines.find((it) => OF_THE_CALL.test(it)) ??
    lines.find((it) => /^(?:\w*Error|error|fatal|Cannot|Could not)\b/.test(it));
  if (line === undefined || line.length > 3 * LONGEST_REASON) return undefined;
  const said = line
    .replace(/^(?:bash|zsh|sh|npm (?:error|ERR!)|error|fatal)(?:: line \d+)?:?\s*/i, '')
    .replaceAll('`', "'");
  if (/\b(?:you must|remember|always|never|ignore|instructions?|assistant|please)\b/i.test(said)) return undefined;
  const short = said.length <= LONGEST_REASON ? said : `${said.slice(0, LONGEST_REASON).replace(/\s\S*$/, '')}…`;
  return short.replace(/[.:\s]+$/, '') || undefined;
}
