// What to do where the native module, better-sqlite3, does not load. The same words as the README's.
import fs from 'node:fs';
import path from 'node:path';
import { thisInstallation } from './launcher.ts';

/** The folder that holds bin/, dist/ and node_modules/. */
export function packageFolder(): string {
  return path.dirname(path.dirname(thisInstallation().hook));
}

/** Whether this engram runs from a clone of its sources; an installed package has no build script. */
export function isClone(folder = packageFolder()): boolean {
  return fs.existsSync(path.join(folder, 'build.mjs'));
}

export function nativeAdvice(folder = packageFolder()): string {
  const allowed = isClone(folder)
    ? 'npm ci --allow-scripts=better-sqlite3,esbuild'
    : 'npm install -g --allow-scripts=better-sqlite3, with the package as you installed it';
  return `in ${folder} run: npm rebuild better-sqlite3; where npm blocks install scripts: ${allowed}. It needs a C++ compiler and Python where no prebuilt one can be had`;
}
