// Bundles a bench written in TypeScript with esbuild into a temporary folder and runs it: `node bench/run.mjs recall [args]`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rawText } from '../raw-text.mjs';

const [name, ...args] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const entry = name && path.join(here, `${name}.ts`);
if (!entry || !existsSync(entry)) {
  console.error('usage: node bench/run.mjs NAME [args], where bench/NAME.ts exists');
  process.exit(64);
}
const dir = mkdtempSync(path.join(tmpdir(), 'engram-bench-'));
let status = 1;
try {
  const outfile = path.join(dir, `${name}.cjs`);
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outfile,
    logLevel: 'warning',
    // jsonc-parser's main is UMD, whose requires no bundler can follow.
    mainFields: ['module', 'main'],
    external: ['better-sqlite3', 'esbuild'],
    plugins: [rawText],
  });
  // Packages that are not bundled are looked for beside the project's own.
  const env = {
    ...process.env,
    NODE_PATH: path.join(here, '..', 'node_modules'),
    ENGRAM_BENCH_ROOT: path.join(here, '..'),
  };
  const done = spawnSync(process.execPath, [...process.execArgv, outfile, ...args], { stdio: 'inherit', env });
  status = done.status ?? 1;
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
process.exit(status);
