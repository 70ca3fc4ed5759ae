import { defineConfig } from 'vitest/config';

// Pages of the built site in a browser. Drawing without a graphics card takes its time.
export default defineConfig({
  test: { include: ['tests/page/*.test.ts'], testTimeout: 90_000, hookTimeout: 90_000 },
});
