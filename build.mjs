// Builds the bundles of DESIGN's fast lane into dist/: `node build.mjs [--meta]`.
// hook.cjs loads lane.js, which holds no package but allow-listed stemmers; test/build.test.ts reads dist/meta.json and keeps it so.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';
import { plainStemmer } from './plain-stemmer.mjs';
import { rawText } from './raw-text.mjs';

const STEMMERS = {
  ru: 'russian',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  tr: 'turkish',
  ar: 'arabic',
};

/**
 * Those that mend a package's.
 * @type {Record<string, string>}
 */
const OWN_STEMMERS = { ar: './src/text/stem-arabic.ts', ru: './src/text/stem-russian.ts' };

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [rawText],
};

/**
 * `import fs from 'node:fs'` as a plain require. esbuild's own form copies every property of the module, once a file:
 * a millisecond of the hook's start.
 * @type {import('esbuild').Plugin}
 */
const plainBuiltins = {
  name: 'plain-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(fs|path)$/ }, ({ path, namespace }) =>
      namespace === 'builtin' ? { path, external: true } : { path, namespace: 'builtin' },
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `export default require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Where a host's settings are, what is written into them, and what people are told when it is linked, is no matter of the hook's.
 * @type {import('esbuild').Plugin}
 */
const withoutLinking = {
  name: 'without-linking',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]hosts[\\/][\w-]+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /^ {2}(?:(?:title|timeoutUnit|aliases): .*,|(?:events: \[|limits: \[|settings: \{|capture: \{)$[\s\S]*?^ {2}[\]}],)$/gm,
        '',
      ),
      loader: 'ts',
    }));
  },
};

/** Those that the lane holds; another is loaded when it is the one. */
const HELD = ['claude', 'codex'];

/**
 * What a source exports, to be asked for it here.
 * @param {import('esbuild').BuildOptions} source
 */
async function evaluated(source) {
  const built = await build({ ...common, ...source, format: 'esm', write: false, metafile: false });
  return await import(
    `data:text/javascript;base64,${Buffer.from(built.outputFiles?.[0]?.contents ?? '').toString('base64')}`
  );
}

/** @type {{ hosts: readonly import('./hosts/host.ts').Host[] }} */
const { hosts } = await evaluated({ entryPoints: ['hosts/index.ts'] });

/** @param {string} name a host's: its file's, and in one word its constant's */
const constant = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The registry of the hook: the same names, each host but the held ones in a file of its own. In lists, for it is part of the
 * lane and to split a text costs every hook.
 * @type {import('esbuild').Plugin}
 */
const hostsOnDemand = {
  name: 'hosts-on-demand',
  setup({ onLoad }) {
    const rows = hosts.map(({ name, aliases, variable }) => [name, variable ?? '', ...aliases]);
    const contents = `
      import path from 'node:path';
      ${HELD.map((name) => `import { ${constant(name)} } from './${name}.ts';`).join('\n')}
      const held = { ${HELD.map(constant).join(', ')} };
      export const known = ${JSON.stringify(rows)}.map((row) => ({
        name: row[0],
        variable: row[1],
        aliases: row.slice(2),
        load: () => held[row[0]] ?? require(path.join(__dirname, 'host-' + row[0] + '.cjs')).host,
      }));`;
    onLoad({ filter: /[\\/]hosts[\\/]index\.ts$/ }, () => ({ contents, resolveDir: 'hosts' }));
  },
};

/** What few events need, as scripts of their own: sources import these like any other, and the lane loads them when they are called. */
const ON_DEMAND = [
  'src/hook/capture.ts',
  'src/index/worktrees.ts',
  'src/hook/path-delivery.ts',
  'src/hook/entities.ts',
  'src/hook/follow-up.ts',
];

/**
 * Functions that load their script when they are first called, in place of those.
 * @type {import('esbuild').Plugin}
 */
const partsOnDemand = {
  name: 'parts-on-demand',
  setup({ onResolve, onLoad }) {
    const parts = new Set(ON_DEMAND.map((file) => resolve(file)));
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      return parts.has(file) ? { path: file, namespace: 'on-demand' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'on-demand' }, ({ path }) => ({
      contents: `
        import { part } from './src/hook/lazy.ts';
        const load = () => part(${JSON.stringify(basename(path, '.ts'))});
        ${[...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)]
          .map(([, name]) => `export const ${name} = (...given) => load().${name}(...given);`)
          .join('\n')}`,
      resolveDir: '.',
    }));
  },
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
const lane = await build({
  ...common,
  entryPoints: { lane: 'src/hook/lane.ts' },
  outdir: 'dist',
  format: 'iife',
  // By another name, for esbuild gives `require` a wrapper where a script is no CommonJS module.
  define: { require: 'requires' },
  minify: true,
  plugins: [plainBuiltins, plainStemmer, hostsOnDemand, partsOnDemand, withoutLinking],
  banner: { js: '(function(lane,requires,__dirname){' },
  footer: { js: '})' },
});

/**
 * What the lane holds already is taken from it, by the names that it shares.
 * @type {import('esbuild').Plugin}
 */
const fromLane = {
  name: 'from-lane',
  setup({ onResolve, onLoad }) {
    const held = new Set(Object.keys(lane.metafile?.inputs ?? {}).map((file) => resolve(file)));
    const shared = /^const shared = \{([^}]*)\};/m.exec(readFileSync('src/hook/lane.ts', 'utf8'))?.[1];
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      // What hosts share is small, and holds nothing.
      return held.has(file) && file.startsWith(resolve('src')) ? { path: 'lane', namespace: 'lane' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'lane' }, () => ({ contents: `export const {${shared}} = lane;` }));
  },
};

/**
 * Whether a value that stands where a secret may is one: of the part that captures, in a script of its own, dist/secrets.cjs, for most
 * prompts have no such place.
 */
const VALUES = ['assigned', 'flags', 'names', 'prose', 'values'].map((name) => `./src/text/secrets-${name}.ts`);

/**
 * In their place functions that load that script when they are first called, and their strings.
 * @type {import('esbuild').Plugin}
 */
const valuesOnDemand = {
  name: 'values-on-demand',
  setup({ onResolve, onLoad }) {
    const values = new Set(VALUES.map((file) => resolve(file)));
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, namespace }) => {
      const file = resolve(resolveDir, path);
      return values.has(file) && namespace !== 'on-demand' ? { path: file, namespace: 'on-demand' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'on-demand' }, async ({ path }) => {
      const exported = Object.entries(await evaluated({ entryPoints: [path] }));
      return {
        contents: `
          import { part } from './src/hook/lazy.ts';
          import { beginsToken } from './src/text/secrets-tokens.ts';
          const load = () => {
            lane.beginsToken = beginsToken;
            return part('secrets');
          };
          ${exported
            .map(([name, value]) => {
              const loads = `(...given) => load().${name}(...given)`;
              return `export const ${name} = ${typeof value === 'function' ? loads : JSON.stringify(value)};`;
            })
            .join('\n')}`,
        resolveDir: '.',
      };
    });
  },
};

/**
 * What that script needs of what has loaded it: the table of tokens is long.
 * @type {import('esbuild').Plugin}
 */
const tokensFromCapture = {
  name: 'tokens-from-capture',
  setup({ onResolve, onLoad }) {
    const tokens = resolve('src/text/secrets-tokens.ts');
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === tokens ? { path: tokens, namespace: 'capture' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'capture' }, () => ({
      contents: 'export const beginsToken = (...given) => lane.beginsToken(...given);',
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const ofLane = {
  ...common,
  minify: true,
  banner: { js: 'module.exports=function(lane){var module={exports:{}};' },
  footer: { js: 'return module.exports}' },
};

const later = await build({
  ...ofLane,
  entryPoints: ['src/hook/later.ts', 'src/hook/named.ts', ...ON_DEMAND].map((file) => ({
    in: file,
    out: basename(file, '.ts'),
  })),
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  plugins: [plainBuiltins, valuesOnDemand, fromLane],
});

const secrets = await build({
  ...ofLane,
  stdin: { contents: VALUES.map((file) => `export * from '${file}';`).join('\n'), resolveDir: '.' },
  outfile: 'dist/secrets.cjs',
  plugins: [plainBuiltins, tokensFromCapture, fromLane],
});

/** What texts of other scripts and languages need. In ASCII, like all that is read with a code cache. */
const languages = await Promise.all([
  build({
    ...common,
    entryPoints: { 'wide-words': 'src/text/wide-words.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    minify: true,
  }),
  ...Object.entries(STEMMERS).map(([lang, name]) =>
    build({
      ...common,
      stdin: {
        contents: `export { stemmer } from '${OWN_STEMMERS[lang] ?? `@orama/stemmers/${name}`}';`,
        resolveDir: '.',
      },
      outfile: `dist/stem-${lang}.cjs`,
      minify: true,
    }),
  ),
]);

/** Names V8's code caches: it compares the length of a source alone. */
const compiled = [
  'lane.js',
  'capture.cjs',
  'secrets.cjs',
  'wide-words.cjs',
  ...Object.keys(STEMMERS).map((lang) => `stem-${lang}.cjs`),
].map((file) => readFileSync(`dist/${file}`));
const define = {
  LANE_BUILD: JSON.stringify(createHash('sha256').update(Buffer.concat(compiled)).digest('hex').slice(0, 12)),
};

/** What the command line can be completed with: the commands are asked once, here. */
await build({
  ...common,
  entryPoints: { completions: 'src/commands/completions.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  packages: 'external',
  metafile: false,
  define,
});
const require = createRequire(import.meta.url);
const completions = await require('./dist/completions.cjs').readCompletions();
rmSync('dist/completions.cjs');

const parts = [
  build({
    ...common,
    entryPoints: { hook: 'src/hook/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    minify: true,
    plugins: [plainBuiltins],
    define,
  }),
  ...hosts
    .filter(({ name }) => !HELD.includes(name))
    .map(({ name }) =>
      build({
        ...common,
        stdin: { contents: `export { ${constant(name)} as host } from './hosts/${name}.ts';`, resolveDir: '.' },
        outfile: `dist/host-${name}.cjs`,
        minify: true,
        plugins: [plainBuiltins, rawText, withoutLinking],
      }),
    ),
  ...['sync', 'worker', 'cli']
    .map((name) => ({ name, entry: `src/commands/${name === 'cli' ? 'main' : `${name}-main`}.ts` }))
    .map(({ name, entry }) =>
      build({
        ...common,
        entryPoints: { [name]: entry },
        outdir: 'dist',
        outExtension: { '.js': '.cjs' },
        external: ['better-sqlite3'],
        mainFields: ['module', 'main'],
        define,
      }),
    ),
  build({
    ...common,
    entryPoints: { complete: 'src/commands/complete-main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    minify: true,
    plugins: [plainBuiltins],
    define: { COMPLETIONS: JSON.stringify(completions) },
  }),
  build({
    ...common,
    entryPoints: { prune: 'src/session/prune.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    minify: true,
  }),
];
const results = [lane, later, secrets, ...languages, ...(await Promise.all(parts))];
const outputs = Object.assign({}, ...results.map((r) => r.metafile?.outputs ?? {}));
writeFileSync('dist/meta.json', JSON.stringify(outputs, null, 1));
