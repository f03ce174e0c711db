import { defineConfig } from 'vitest/config';

/** The end-to-end runs: real clients, a scripted model on 127.0.0.1. One file at a time, because a client takes both cores of a small machine. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.test.ts'],
    globalSetup: ['test/e2e/build.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    reporters: ['verbose'],
  },
});
