import { defineConfig } from 'vitest/config';

// Relative addresses, so that the site works from any folder; the scenes lie beside it.
export default defineConfig({
  base: './',
  server: { fs: { allow: ['..'] } },
  build: { outDir: '../build/web', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },  // the WebAssembly module is in ../build
  test: { include: ['tests/**/*.test.ts'] },
});
