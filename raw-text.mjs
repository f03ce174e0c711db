// `import text from './file.js?raw'`: the text of a plugin that a host's file writes. vitest has this by itself, esbuild by this plugin.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** @type {import('esbuild').Plugin} */
export const rawText = {
  name: 'raw-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\?raw$/, '')),
      namespace: 'raw',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'raw' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }));
  },
};
