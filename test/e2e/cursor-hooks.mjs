// Runs one event through the hooks of Cursor's SDK, as its local agent would: `node cursor-hooks.mjs <dist/cjs/index.js> <json>`, with
// `{ project, event?, request, transport }`. Prints `{ errors, steps, answer? }`. Needs Node 22.15 (module.registerHooks).
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [entry = '', asked = ''] = process.argv.slice(2);
const { project, event, request, transport } = JSON.parse(asked);

// The package exports no hooks. Its files are loaded as they are but for two names more, in memory: the bundle's own `require`, and the
// function beside `createLocalExecutor` that makes a runtime of hooks.
const executor = './src/agent/local-executor.ts';
const index = readFileSync(entry, 'utf8');
const load = found(/\}(\w+)\.m=\w+,/, index, 'the require of the bundle');
const chunks = found(
  new RegExp(`Promise\\.all\\(\\[([^\\]]+)\\]\\)\\.then\\(\\w+\\.bind\\(\\w+,"${executor.replaceAll('.', '\\.')}"\\)`),
  index,
  'the chunks of the executor',
);

/** @param {string} file @param {string} source */
function opened(file, source) {
  if (file === entry) return source.replace(`}${load}.m=`, `}globalThis.cursorRequire=${load},${load}.m=`);
  if (!source.includes('createLocalExecutor:()=>')) return source;
  const make = found(/function ([\w$]+)\(\w=\{\}\)\{return\{createHooksRuntime:/, source, 'the maker of hooks');
  return source.replace('createLocalExecutor:()=>', `createHooks:()=>${make},createLocalExecutor:()=>`);
}

/** @type {any} */ (nodeModule).registerHooks({
  /** @param {string} url @param {object} context @param {(url: string, context: object) => { format: string }} next */
  load(url, context, next) {
    const loaded = next(url, context);
    if (loaded.format !== 'commonjs' || !url.startsWith('file:')) return loaded;
    const file = fileURLToPath(url);
    return { ...loaded, source: opened(file, readFileSync(file, 'utf8')) };
  },
});
await import(pathToFileURL(entry).href);
const bundle = /** @type {any} */ (globalThis).cursorRequire;
for (const id of chunks.match(/\d+/g) ?? []) await bundle.e(Number(id));

const hooks = bundle(executor).createHooks({ useCommandHookStdinTransport: transport !== 'legacy' });
const runtime = await hooks.createHooksRuntime({
  workspaceState: { projectRoot: project, workingDirectory: project, workspaceRoots: [project] },
});
const said = { errors: runtime.hooksConfig.errors, steps: [...runtime.hooksConfigLease.getConfiguredSteps()] };
const { hookExecutor } = runtime.createSessionRuntime();
const answer = event === undefined ? undefined : await hookExecutor.executeHookForStep(event, request);
process.stdout.write(JSON.stringify({ ...said, answer }));

/** @param {RegExp} pattern @param {string} source @param {string} what */
function found(pattern, source, what) {
  const name = pattern.exec(source)?.[1];
  if (!name) throw new Error(`${what} is not where it was: is this another version of the SDK?`);
  return name;
}
