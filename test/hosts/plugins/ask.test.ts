import path from 'node:path';
import { expect, it } from 'vitest';
import { askOf } from './lab.ts';

const PLUGINS = path.join(import.meta.dirname, '..', '..', '..', 'hosts', 'plugins');

it('each plugin, which has to stand alone, asks engram by the same words', () => {
  const [first, ...others] = ['opencode', 'cline', 'pi'].map((name) => askOf(path.join(PLUGINS, `${name}.js`)));
  for (const other of others) expect(other).toBe(first);
});
