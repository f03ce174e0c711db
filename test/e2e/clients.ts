// The real clients: pinned, installed once into a cache outside the repository, run by their native binary.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Client {
  /** The npm package, pinned. The clients' own engines may ask for a newer Node; their binaries need none. */
  name: string;
  version: string;
  /** The native binary below an installed `node_modules`, if it is there. */
  binary(modules: string): string | undefined;
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

/** A client that is there, or the reason why it is not. */
export type Found = { binary: string; missing?: undefined } | { binary?: undefined; missing: string };

/**
 * The client's binary, installed where it is not in the cache yet (hundreds of megabytes, from npm's registry or npm's cache).
 * Where that fails the run says so and goes on without the client; with `ENGRAM_E2E_REQUIRED=1` it throws.
 */
export function findClient(client: Client, env: NodeJS.ProcessEnv = process.env): Found {
  const folder = path.join(cacheFolder(env), `${client.name.replace('/', '+')}@${client.version}`);
  const modules = path.join(folder, 'node_modules');
  const there = client.binary(modules);
  if (there) return { binary: there };
  const fault = install(client, folder);
  const binary = fault === undefined ? client.binary(modules) : undefined;
  if (binary) return { binary };
  const missing = `${client.name}@${client.version} is not available: ${fault ?? `no binary for ${process.platform}-${process.arch}`}`;
  if (env.ENGRAM_E2E_REQUIRED === '1') throw new Error(missing);
  console.warn(`SKIPPED: ${missing}`);
  return { missing };
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
    rmSync(folder, { recursive: true, force: true });
    renameSync(staged, folder);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(staged, { recursive: true, force: true });
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
