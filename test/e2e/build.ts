// Builds the product once before the end-to-end runs, unless a built package is given.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bin, given, repository } from './product.ts';

export default function build(): void {
  if (!given) execFileSync(process.execPath, ['build.mjs'], { cwd: repository, stdio: 'inherit' });
  if (!existsSync(bin))
    throw new Error(
      `no command line at ${bin}: set ENGRAM_E2E_DIST to the dist folder of a built package, or unset it`,
    );
}
