// The real clients: pinned, installed once into a cache outside the repository, run by their native binary or by a Node that they accept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Client {
  /** The npm package, pinned. The clients' own engines may ask for a newer Node; their binaries need none. */
  name: string;
  version: string;
  /** The native binary, or the script of a client that is JavaScript, below an installed `node_modules`, if it is there. */
  binary(modules: string): string | undefined;
  /** Of a script: what runs it. `this`: the Node that runs the tests. */
  runtime?: 'this' | Client;
}

const windows = process.platform === 'win32';

export const CLAUDE: Client = {
  name: '@anthropic-ai/claude-code',
  version: '2.1.332',
  binary: (modules) =>
    first(
      [`${process.platform}-${process.arch}`, `${process.platform}-${process.arch}-musl`].map((platform) =>
        path.join(modules, '@anthropic-ai', `claude-code-${platform}`, windows ? 'claude.exe' : 'claude'),
      ),
    ),
};

export const CODEX: Client = {
  name: '@openai/codex',
  version: '0.171.0',
  binary: (modules) => {
    const vendor = path.join(modules, '@openai', `codex-${process.platform}-${process.arch}`, 'vendor');
    if (!existsSync(vendor)) return undefined;
    return first(
      readdirSync(vendor).map((triple) => path.join(vendor, triple, 'bin', windows ? 'codex.exe' : 'codex')),
    );
  },
};

export const GEMINI: Client = {
  name: '@google/gemini-cli',
  version: '0.61.0',
  binary: (modules) => first([path.join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js')]),
  runtime: 'this',
};

export const OPENCODE: Client = {
  name: 'opencode-ai',
  version: '1.18.33',
  // `baseline` runs on every x64 processor; the other wants AVX2.
  binary: (modules) => {
    const platform = `opencode-${windows ? 'windows' : process.platform}-${process.arch}`;
    return first(
      ['-baseline', '-baseline-musl', '', '-musl'].map((build) =>
        path.join(modules, `${platform}${build}`, 'bin', windows ? 'opencode.exe' : 'opencode'),
      ),
    );
  },
};

/** A Node for the clients that do not run on the oldest one that the product supports. */
export const NODE22: Client = {
  name: nodePackage(),
  version: '22.23.3',
  binary: (modules) => first([path.join(modules, nodePackage(), 'bin', windows ? 'node.exe' : 'node')]),
};

export const QWEN: Client = {
  name: '@qwen-code/qwen-code',
  version: '0.24.4',
  binary: (modules) => first([path.join(modules, '@qwen-code', 'qwen-code', 'cli.js')]),
  runtime: NODE22,
};

export const COPILOT: Client = {
  name: '@github/copilot',
  version: '1.0.102',
  binary: (modules) =>
    first(
      [process.platform, `${process.platform}musl`].map((platform) =>
        path.join(modules, '@github', `copilot-${platform}-${process.arch}`, windows ? 'copilot.exe' : 'copilot'),
      ),
    ),
};

/** Whole, though its binary stands alone: the sandbox of its plugins needs the rest. */
export const CLINE: Client = {
  name: 'cline',
  version: '3.0.65',
  binary: (modules) => {
    const platform = `${windows ? 'windows' : process.platform}-${process.arch}`;
    return first([path.join(modules, '@cline', `cli-${platform}`, 'bin', windows ? 'cline.exe' : 'cline')]);
  },
};

/** The package of one platform: npm has no `@factory/cli` of this version, which would choose it. */
export const DROID: Client = {
  name: `@factory/cli-${process.platform}-${process.arch}`,
  version: '0.225.2',
  binary: (modules) => first([path.join(modules, DROID.name, 'bin', windows ? 'droid.exe' : 'droid')]),
};

export const PI: Client = {
  name: '@earendil-works/pi-coding-agent',
  version: '0.74.2',
  binary: (modules) => first([path.join(modules, '@earendil-works', 'pi-coding-agent', 'dist', 'cli.js')]),
  runtime: 'this',
};

/** Cursor's loader and executor of hooks are in it; `cursor-loader.ts` opens it. */
export const CURSOR_SDK: Client = {
  name: '@cursor/sdk',
  version: '1.0.32',
  binary: (modules) => first([path.join(modules, '@cursor', 'sdk', 'dist', 'cjs', 'index.js')]),
  runtime: NODE22,
};

/** A client that is there, or the reason why it is not. `command`: the words that start it, of which `binary` is the last. */
export type Found =
  | { binary: string; command: readonly string[]; missing?: undefined }
  | { binary?: undefined; command?: undefined; missing: string };

/**
 * The client, installed where it is not in the cache yet (hundreds of megabytes, from npm's registry or npm's cache), and what runs it.
 * Where that fails the run says so and goes on without the client; with `ENGRAM_E2E_REQUIRED=1` it throws.
 */
export function findClient(client: Client, env: NodeJS.ProcessEnv = process.env): Found {
  const runtime = typeof client.runtime === 'object' ? findClient(client.runtime, env) : undefined;
  if (runtime?.missing !== undefined) return runtime;
  const by = runtime?.command ?? (client.runtime === 'this' ? [process.execPath] : []);
  const folder = path.join(cacheFolder(env), `${client.name.replace('/', '+')}@${client.version}`);
  const there = client.binary(path.join(folder, 'node_modules'));
  const fault = there ? undefined : install(client, folder);
  const binary = there ?? client.binary(path.join(folder, 'node_modules'));
  if (binary && fault === undefined) return { binary, command: [...by, binary] };
  const missing = `${client.name}@${client.version} is not available: ${fault ?? `nothing to run on ${process.platform}-${process.arch}`}`;
  if (env.ENGRAM_E2E_REQUIRED === '1') throw new Error(missing);
  console.warn(`SKIPPED: ${missing}`);
  return { missing };
}

/** The packages that hold a Node are named after what they run on. */
function nodePackage(): string {
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  return platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
}

function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env.ENGRAM_E2E_CACHE) return path.resolve(env.ENGRAM_E2E_CACHE);
  return path.join(env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'engram-e2e');
}

/** Installs beside the folder and renames, so that a folder that exists is whole. Returns what went wrong. */
function install(client: Client, folder: string): string | undefined {
  mkdirSync(path.dirname(folder), { recursive: true });
  const staged = mkdtempSync(`${folder}.tmp-`);
  try {
    writeFileSync(path.join(staged, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    const npm = spawnSync('npm', [...args, `${client.name}@${client.version}`], {
      cwd: staged,
      encoding: 'utf8',
      shell: windows,
    });
    if (npm.error) return `npm did not run (${npm.error.message})`;
    if (npm.status !== 0) return `npm install failed: ${firstWords(npm.stderr)}`;
    if (!client.binary(path.join(staged, 'node_modules'))) return undefined;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    renameSync(staged, folder);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(staged, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** npm's own sentences, without its stack. */
function firstWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm error\s*/, ''));
  return lines
    .filter((line) => /^(?!at |errno |syscall )\S/.test(line))
    .slice(0, 2)
    .join('; ')
    .slice(0, 300);
}

function first(files: readonly string[]): string | undefined {
  return files.find((file) => existsSync(file));
}
