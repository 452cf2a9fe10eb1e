import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// Everything is bundled, so the app starts from three files and ships no node_modules. Native modules stay outside.
const bundled = { externalizeDeps: false };

export default defineConfig({
  main: {
    build: { ...bundled, minify: true, rollupOptions: { input: path.resolve('src/main/index.ts'), output: { format: 'es' } } },
  },
  preload: {
    // A sandboxed preload is one CommonJS file.
    build: {
      ...bundled,
      rollupOptions: { input: path.resolve('src/preload/index.ts'), output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    html: { cspNonce: '__CSP_NONCE__' },
    build: { minify: true, modulePreload: { polyfill: false }, rollupOptions: { input: path.resolve('src/renderer/index.html') } },
  },
});
