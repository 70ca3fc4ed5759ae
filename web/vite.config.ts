import { defineConfig } from 'vitest/config';

// Relative addresses, so that the site works from any folder.
export default defineConfig({
  base: './',
  build: { outDir: '../build/web', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },  // the WebAssembly module is in ../build, the scenes in ../scenes
  test: { include: ['tests/**/*.test.ts'], exclude: ['tests/page/**'] },
});
