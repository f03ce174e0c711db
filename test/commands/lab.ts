// A scratch home and project, and command lines run in them with a context of our own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Context } from '../../src/commands/context.ts';
import { runCommand } from '../../src/commands/program.ts';
import { findPlaces, findProject } from '../../src/index/places.ts';
import { giveTrust, readTrust } from '../../src/memory/trust.ts';

export interface Outcome {
  code: number;
  out: string;
  err: string;
  /** What was written as bytes. */
  bytes?: Buffer;
}

export interface Lab {
  dir: string;
  home: string;
  /** `$ENGRAM_HOME` of this lab: `~/.engram`. */
  engram: string;
  /** A git repository. */
  project: string;
  vault: string;
  run(args: string | readonly string[], options?: RunOptions): Promise<Outcome>;
  /** The JSON that a command prints. */
  json<T>(args: string | readonly string[], options?: RunOptions): Promise<T>;
  write(file: string, text: string): string;
  read(file: string): string;
  /** An EDITOR that runs this shell script with the file as `$1`. */
  editor(script: string): { EDITOR: string };
  remove(): void;
}

export interface RunOptions {
  stdin?: string;
  /** stdin in pieces, as bytes. */
  stdinChunks?: readonly Buffer[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  tty?: boolean;
  color?: boolean;
  columns?: number;
  interactive?: boolean;
}

export const NOW = new Date('2026-11-30T12:00:00Z');

/** @param options `untrusted`: a memory that is written by hand waits until it is trusted */
export function makeLab(options: { untrusted?: true } = {}): Lab {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram commands ')));
  const home = path.join(dir, 'home');
  const project = path.join(dir, 'project');
  fs.mkdirSync(home);
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  const lab: Lab = {
    dir,
    home,
    engram: path.join(home, '.engram'),
    project,
    vault: path.join(project, '.engram/memories'),
    async run(
      args,
      {
        stdin = '',
        stdinChunks,
        env = {},
        cwd = project,
        tty = false,
        color = false,
        columns,
        interactive = false,
      } = {},
    ) {
      const outcome: Outcome = { code: 0, out: '', err: '' };
      const context: Context = {
        env: { HOME: home, PATH: process.env.PATH, ...env },
        cwd,
        now: NOW,
        out: (text) => {
          outcome.out += text;
        },
        outBytes: (bytes) => {
          outcome.bytes = Buffer.concat([outcome.bytes ?? Buffer.alloc(0), bytes]);
        },
        err: (text) => {
          outcome.err += text;
        },
        stdin: () => stdin,
        ...(stdinChunks ? { stdinChunks: () => stdinChunks } : {}),
        color,
        tty,
        interactive,
        ...(columns ? { columns } : {}),
      };
      outcome.code = await runCommand(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, context);
      return outcome;
    },
    async json(args, options) {
      return JSON.parse((await lab.run(args, options)).out);
    },
    write(file, text) {
      const at = path.resolve(project, file);
      fs.mkdirSync(path.dirname(at), { recursive: true });
      fs.writeFileSync(at, text);
      const places = findPlaces({ HOME: home })!;
      const here = findProject(project, places, { HOME: home });
      if (!options.untrusted && at.startsWith(lab.vault) && !readTrust(here, places)) {
        giveTrust(here, places, NOW, new Map());
      }
      return at;
    },
    read: (file) => fs.readFileSync(path.resolve(project, file), 'utf8'),
    editor(script) {
      const file = path.join(dir, 'editor.sh');
      fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return { EDITOR: `'${file}'` };
    },
    remove: () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
  return lab;
}
