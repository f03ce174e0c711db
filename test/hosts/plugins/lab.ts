// A plugin as `link` writes it, in a scratch home with a launcher that says what the test wants, run by a Node of its own.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host } from '../../../hosts/host.ts';

export interface PluginLab {
  home: string;
  /** The written file. */
  file: string;
  /** Replaces the launcher; `undefined` takes it away. */
  launcher(script: string | undefined): void;
  /** Gives the plugin a shorter deadline, in milliseconds. */
  hurry(deadline: number): void;
  /**
   * Runs the body of an async function in a process that has loaded the file; what it returns. It knows `plugin`, the module;
   * `says(context, more)`, which makes the launcher answer so; `same(value)`, a copy of a value of its payloads.
   */
  run<T>(body: string, env?: Record<string, string>): T;
  /** What the launcher was sent so far, in order, and the words it was started with. */
  asked(): Record<string, unknown>[];
  words(): string[];
}

const homes: string[] = [];

/** Keeps what it is sent, and prints what stands in the file `answer`. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/words"
cat >> "$here/asked"
echo >> "$here/asked"
test ! -f "$here/answer" || cat "$here/answer"
`;

export function pluginLab(host: Host): PluginLab {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-plugin-')));
  homes.push(home);
  const { format, path: paths } = host.settings;
  if (format.kind !== 'own') throw new Error(`${host.name} has no file of its own`);
  const file = paths.user!(home, {});
  const bin = path.join(home, '.engram', 'bin');
  const starter = path.join(bin, 'engram-hook');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(
    file,
    format.write(() => 'not used', host.events),
  );
  const lines = (name: string) => {
    const kept = path.join(bin, name);
    return fs.existsSync(kept) ? fs.readFileSync(kept, 'utf8').trimEnd().split('\n') : [];
  };
  const lab: PluginLab = {
    home,
    file,
    launcher(script) {
      fs.rmSync(starter, { force: true });
      if (script !== undefined) fs.writeFileSync(starter, script, { mode: 0o755 });
    },
    hurry(deadline) {
      const text = fs.readFileSync(file, 'utf8');
      const shorter = text.replace(/^const DEADLINE = [\d_]+;$/m, `const DEADLINE = ${deadline};`);
      if (shorter === text) throw new Error('the plugin has no deadline');
      fs.writeFileSync(file, shorter);
    },
    run(body, env = {}) {
      // Node 20 runs no TypeScript; what is written is JavaScript whatever the file is called.
      const module = file.endsWith('.ts') ? path.join(home, 'plugin.mjs') : file;
      if (module !== file) fs.copyFileSync(file, module);
      const driver = path.join(home, 'driver.mjs');
      fs.writeFileSync(
        driver,
        `import fs from 'node:fs';
const plugin = await import(${JSON.stringify(pathToFileURL(module).href)});
const answer = ${JSON.stringify(path.join(bin, 'answer'))};
const says = (context) => fs.writeFileSync(answer, context === undefined ? '' :
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'any', additionalContext: context } }));
const raw = (text) => fs.writeFileSync(answer, text);
const same = (value) => JSON.parse(JSON.stringify(value));
const result = await (async () => {${body}})();
fs.writeFileSync(1, JSON.stringify({ result }));
process.exit(0);
`,
      );
      const ran = spawnSync(process.execPath, [driver], {
        cwd: home,
        env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
        encoding: 'utf8',
        timeout: 25_000,
      });
      if (ran.status !== 0) throw new Error(`the driver ended with ${ran.status ?? ran.signal}\n${ran.stderr}`);
      return (JSON.parse(ran.stdout) as { result: never }).result;
    },
    asked: () => lines('asked').map((line) => JSON.parse(line) as Record<string, unknown>),
    words: () => lines('words'),
  };
  lab.launcher(LAUNCHER);
  return lab;
}

export function removeHomes(): void {
  for (const home of homes.splice(0)) fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Whether a process runs; one that has ended and that nobody has asked about is still there, as a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** What a host handed to a hook, as it was recorded. */
export function handed(host: string, name: string): { input: Record<string, unknown>; output: unknown } {
  const file = path.join(import.meta.dirname, '..', '..', 'fixtures', host, 'hooks', `${name}.json`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as { input: Record<string, unknown>; output: unknown };
}

/** The source of the function `ask`, which each plugin has for itself. */
export function askOf(file: string): string {
  const found = /^\/\*\*\n \* Hands an event to engram\.\n.*?^}\n/ms.exec(fs.readFileSync(file, 'utf8'));
  if (!found) throw new Error(`${file} has no function ask`);
  return found[0];
}
