// The entry of dist/hook.cjs: loads the lane, with V8's code cache where there is one. Without it V8 compiles every function
// of the lane in every process again, a tenth of the hook's start.
import fs from 'node:fs';
import path from 'node:path';
import { cacheFile, halves } from './code-cache.ts';

try {
  const vm = require('node:vm') as typeof import('node:vm');
  const filename = path.join(__dirname, 'lane.js');
  let cachedData: Buffer | undefined;
  try {
    const file = cacheFile(process.env);
    if (file) cachedData = halves(fs.readFileSync(file));
  } catch {
    // Not made yet: a sync makes it.
  }
  // ASCII, so that V8 keeps one byte a character.
  const source = fs.readFileSync(filename, 'latin1');
  const script = new vm.Script(source, { filename, ...(cachedData ? { cachedData } : {}) });
  const lane = { exports: {} as typeof import('./lane.ts') };
  script.runInThisContext()(lane.exports, require, lane, filename, __dirname);
  lane.exports.hook(cachedData === undefined);
} catch {
  // A hook never breaks the turn it serves.
}
process.exit(0);
