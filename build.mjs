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

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
const parts = [
  build({ ...common, entryPoints: { hook: 'src/hook/main.ts' }, outdir: 'dist', outExtension: { '.js': '.cjs' }, minifySyntax: true, minifyWhitespace: true, external: ['./stem-*.cjs'] }),
  ...['sync', 'cli'].map((name) => ({ name, entry: `src/commands/${name === 'cli' ? 'main' : 'sync-main'}.ts` }))
    .filter(({ entry }) => existsSync(entry))
    .map(({ name, entry }) => build({ ...common, entryPoints: { [name]: entry }, outdir: 'dist', outExtension: { '.js': '.cjs' }, external: ['better-sqlite3', './stem-*.cjs'] })),
  ...Object.entries(STEMMERS).map(([lang, name]) =>
    build({ ...common, stdin: { contents: `export { stemmer } from '@orama/stemmers/${name}';`, resolveDir: '.' }, outfile: `dist/stem-${lang}.cjs`, minify: true }),
  ),
];
const results = await Promise.all(parts);
const outputs = Object.assign({}, ...results.map((r) => r.metafile?.outputs ?? {}));
writeFileSync('dist/meta.json', JSON.stringify(outputs, null, 1));
