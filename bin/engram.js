#!/usr/bin/env node

// Takes the fast lane for `hook`, which must never fail its host, else the command line.
const hook = process.argv[2] === 'hook';
try {
  require(hook ? '../dist/hook.cjs' : '../dist/cli.cjs');
} catch (error) {
  if (hook) process.exit(0);
  if (!(error instanceof Error && /Cannot find module.*dist.cli\.cjs/.test(error.message))) throw error;
  process.stderr.write('engram: this copy has not been built; run npm run build in its folder\n');
  process.exit(69);
}
