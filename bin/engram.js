#!/usr/bin/env node

// Takes the fast lane for `hook`, which must never fail its host, and for `complete`, which a shell asks at each TAB; else the
// command line.
const lane = { hook: '../dist/hook.cjs', complete: '../dist/complete.cjs' }[process.argv[2] ?? ''];
try {
  require(lane ?? '../dist/cli.cjs');
} catch (error) {
  if (lane) process.exit(0);
  if (!(error instanceof Error && /Cannot find module.*dist.cli\.cjs/.test(error.message))) throw error;
  process.stderr.write('engram: this copy has not been built; run npm run build in its folder\n');
  process.exit(69);
}
