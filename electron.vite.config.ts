import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { xtermUnderCsp } from './scripts/xterm-under-csp.mjs';

// Everything is bundled, so the app starts from three files. The one native module stays outside, and is loaded when the first terminal is opened.
const bundled = { externalizeDeps: false };

export default defineConfig({
  main: {
    build: {
      ...bundled,
      minify: true,
      rollupOptions: {
        input: {
          index: path.resolve('src/main/index.ts'),
          // The judge and the command run on their own, in plain Node.
          judge: path.resolve('src/main/judge-command.ts'),
          command: path.resolve('src/command/main.ts'),
          // Runs one tool alone, for its author.
          'run-tool': path.resolve('src/main/run-tool-command.ts'),
          // Each tool from a folder runs in a process of its own.
          'tool-process': path.resolve('src/tool-process/main.ts'),
        },
        external: ['node-pty'],
        output: { format: 'es' },
      },
    },
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
    plugins: [react(), xtermUnderCsp()],
    html: { cspNonce: '__CSP_NONCE__' },
    build: { minify: true, modulePreload: { polyfill: false }, rollupOptions: { input: path.resolve('src/renderer/index.html') } },
  },
});
