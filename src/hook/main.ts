// The entry of dist/hook.cjs: loads the lane, with V8's code cache where there is one. Without it V8 compiles every function
// of the lane in every process again, a tenth of the hook's start.
import fs from 'node:fs';
import path from 'node:path';
import { asFunction, CACHED, cacheFile, halves } from './code-cache.ts';

try {
  const vm = require('node:vm') as typeof import('node:vm');
  let uncached = false;
  const compiled = (name: string, of?: string) => {
    const filename = `${__dirname}${path.sep}${name}`;
    const cachedData = readCache(of);
    if (!cachedData) uncached = true;
    // ASCII, so that V8 keeps one byte a character.
    const source = read(filename).toString('latin1');
    const script = new vm.Script(of ? asFunction(source) : source, { filename, ...(cachedData ? { cachedData } : {}) });
    return script.runInThisContext();
  };
  const lane = {} as import('./lane.ts').Lane;
  compiled('lane.js')(lane, require, __dirname);
  lane.compile = (name) => (CACHED.includes(name) ? compiled(`${name}.cjs`, name) : undefined);
  lane.hook(uncached);
} catch {
  // A hook never breaks the turn it serves.
}
// What process.exit ends with, without what it does for listeners before: nobody listens here.
(process as typeof process & { reallyExit?(code: number): never }).reallyExit?.(0);
process.exit(0);

/** Undefined where it has not been made yet, or is damaged: a sync makes it. */
function readCache(of?: string): Buffer | undefined {
  try {
    const file = cacheFile(process.env, undefined, of);
    return file ? halves(read(file)) : undefined;
  } catch {
    return undefined;
  }
}

/** fs.readFileSync by the calls that the lane needs anyway: each function of node:fs costs most when it is first called. */
function read(file: string): Buffer {
  const fd = fs.openSync(file, 'r');
  const bytes = Buffer.allocUnsafeSlow(fs.fstatSync(fd).size);
  const length = fs.readSync(fd, bytes, 0, bytes.length, 0);
  fs.closeSync(fd);
  return length === bytes.length ? bytes : bytes.subarray(0, length);
}
