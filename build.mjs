// Builds the bundles of DESIGN's fast lane into dist/: `node build.mjs [--meta]`.
// hook.cjs holds no package but allow-listed stemmers; test/build.test.ts reads dist/meta.json and keeps it so.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const STEMMERS = { ru: 'russian', de: 'german', fr: 'french', es: 'spanish', it: 'italian', pt: 'portuguese', nl: 'dutch', tr: 'turkish', ar: 'arabic' };

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * `import fs from 'node:fs'` as a plain require. esbuild's own form copies every property of the module, once a file:
 * a millisecond of the hook's start.
 * @type {import('esbuild').Plugin}
 */
const plainBuiltins = {
  name: 'plain-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(fs|path)$/ }, ({ path, namespace }) => (namespace === 'builtin' ? { path, external: true } : { path, namespace: 'builtin' }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: `export default require(${JSON.stringify(path)});` }));
  },
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
const parts = [
  build({ ...common, entryPoints: { hook: 'src/hook/main.ts' }, outdir: 'dist', outExtension: { '.js': '.cjs' }, minify: true, plugins: [plainBuiltins] }),
  ...['sync', 'cli'].map((name) => ({ name, entry: `src/commands/${name === 'cli' ? 'main' : 'sync-main'}.ts` }))
    .filter(({ entry }) => existsSync(entry))
    .map(({ name, entry }) => build({ ...common, entryPoints: { [name]: entry }, outdir: 'dist', outExtension: { '.js': '.cjs' }, external: ["better-sqlite3"] })),
  ...Object.entries(STEMMERS).map(([lang, name]) =>
    build({ ...common, stdin: { contents: `export { stemmer } from '@orama/stemmers/${name}';`, resolveDir: '.' }, outfile: `dist/stem-${lang}.cjs`, minify: true }),
  ),
];
const results = await Promise.all(parts);
const outputs = Object.assign({}, ...results.map((r) => r.metafile?.outputs ?? {}));
writeFileSync('dist/meta.json', JSON.stringify(outputs, null, 1));
