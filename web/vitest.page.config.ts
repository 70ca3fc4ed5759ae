import { defineConfig } from 'vitest/config';

// Pages of the built site in a browser. Drawing without a graphics card takes its time.
export default defineConfig({
  test: { include: ['tests/page/*.test.ts'], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
