// `engram demo`: the main job on a sample, through the commands that `link` installs, in a scratch home that is removed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { findHost } from '../../hosts/index.ts';
import { measure } from '../text/units.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { EDITED, MEMORIES, STEPS, type Step } from './demo-sample.ts';
import { thisInstallation } from './launcher.ts';
import { colors, printJson, shown } from './output.ts';

/** One event as it was answered; what `--json` prints. */
interface Answered {
  host: string;
  event: string;
  title: string;
  prompt?: string;
  /** What the host puts before the model; empty for nothing. */
  context: string;
}

export function register(program: Command, context: Context): void {
  program
    .command('demo')
    .description('show engram at work on a sample project, in a scratch folder')
    .option('--json', 'print the answers as JSON')
    .addHelpText(
      'after',
      '\nLinks Claude Code and Codex in a scratch home, plays a recorded session through the installed commands and removes it all.\n\nExample:\n  engram demo\n',
    )
    .action((options: { json?: true }) => demo(context, options));
}

function demo(context: Context, options: { json?: true }): void {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-demo-')));
  try {
    const scratch = prepare(base);
    const links = link(scratch);
    if (!options.json) introduce(context, links);
    const answers = STEPS.map((step) => {
      const answered = play(step, scratch, links);
      if (!options.json) show(context, answered);
      return answered;
    });
    if (options.json) printJson(context, answers);
    else farewell(context);
  } finally {
    // A sync that a hook started may be writing still.
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

interface Scratch {
  project: string;
  vault: string;
  env: Record<string, string>;
}

function prepare(base: string): Scratch {
  const project = path.join(base, 'shop');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [vault, path.join(base, 'home'), path.join(project, '.git')])
    fs.mkdirSync(folder, { recursive: true });
  for (const { id, text } of MEMORIES) fs.writeFileSync(path.join(vault, `${id}.md`), text);
  const { PATH, SystemRoot } = process.env;
  return {
    project,
    vault,
    env: {
      HOME: path.join(base, 'home'),
      ...(PATH ? { PATH } : {}),
      ...(SystemRoot ? { SystemRoot, USERPROFILE: path.join(base, 'home') } : {}),
    },
  };
}

interface Linked {
  host: string;
  file: string;
  command: string;
  added: string[];
}

/** Through the command line, as a person would. */
function link({ project, env }: Scratch): Linked[] {
  const run = engram(['link', 'claude', 'codex', '--json'], { project, env });
  if (run.status !== 0) {
    throw new CommandError(
      `the sample could not be linked: ${(run.stderr || String(run.error ?? '')).trim()}`,
      EXIT.software,
    );
  }
  return (JSON.parse(run.stdout) as { links: Linked[] }).links.map((it) => ({
    ...it,
    file: path.relative(project, it.file),
  }));
}

function engram(words: readonly string[], { project, env }: Pick<Scratch, 'project' | 'env'>) {
  const cli = path.join(path.dirname(thisInstallation().hook), 'cli.cjs');
  return spawnSync(process.execPath, [cli, ...words], { cwd: project, env, encoding: 'utf8' });
}

function play(step: Step, { project, vault, env }: Scratch, links: readonly Linked[]): Answered {
  if (step.edit) {
    const file = path.join(vault, `${EDITED.id}.md`);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(EDITED.from, EDITED.to));
    // A hook waits but a moment for the index: on a busy machine the edit would show one prompt later.
    engram(['sync'], { project, env });
  }
  const payload = { session_id: `demo-${step.host}`, transcript_path: null, cwd: project, ...step.payload };
  const { command } = links.find((it) => it.host === step.host)!;
  const run = spawnSync(command, { shell: true, cwd: project, env, input: JSON.stringify(payload), encoding: 'utf8' });
  const output = run.stdout
    ? (JSON.parse(run.stdout) as { hookSpecificOutput: { additionalContext: string } })
    : undefined;
  const { hook_event_name: event, prompt } = step.payload as { hook_event_name: string; prompt?: string };
  return {
    host: step.host,
    event,
    title: step.title,
    ...(prompt ? { prompt } : {}),
    context: output?.hookSpecificOutput.additionalContext ?? '',
  };
}

function introduce(context: Context, links: readonly Linked[]): void {
  const { bold, dim } = colors(context);
  context.out(`${bold('A sample project with these memories')} in .engram/memories/\n`);
  for (const { id } of MEMORIES) context.out(`  ${id}.md\n`);
  context.out(`\n${bold('linked into two agents')} ${dim('(engram link claude codex)')}\n`);
  for (const { host, file, added } of links) context.out(`  ${findHost(host)!.title}: ${file} (${added.join(', ')})\n`);
  context.out(
    `\n${bold('and what each is sent, turn by turn')} ${dim('(each answer comes from the command that link installed)')}\n`,
  );
}

function show(context: Context, { host, event, title, prompt, context: sent }: Answered): void {
  const { bold, cyan, dim, green } = colors(context);
  const { title: name, cap } = findHost(host)!;
  context.out(`\n${cyan(`${name} ${event}`)}  ${title}\n`);
  if (prompt) context.out(`  ${bold('>')} ${prompt}\n`);
  if (!sent) {
    context.out(`  ${dim('(nothing is sent)')}\n`);
    return;
  }
  const unit = cap.unit === 'utf16' ? 'characters' : 'bytes';
  for (const line of shown(sent).split('\n')) context.out(`  ${green('│')} ${line}\n`);
  context.out(`  ${dim(`${measure(sent, cap.unit)} of at most ${cap.limit} ${unit}`)}\n`);
}

function farewell(context: Context): void {
  const { bold } = colors(context);
  const cli = path.join(path.dirname(path.dirname(thisInstallation().hook)), 'bin', 'engram.js');
  context.out(
    `\n${bold('Your own project')}\n` +
      `  npm link                          # makes the command engram (else: node ${cli})\n` +
      '  cd your-project && engram init    # a folder for its memories, meant to be committed\n' +
      '  engram remember "Use pnpm here."  # your first memory\n' +
      '  engram link claude codex          # the hooks, in this project; engram unlink takes them out again\n' +
      '  engram route "how do I install?"  # what a prompt would be sent\n',
  );
}
