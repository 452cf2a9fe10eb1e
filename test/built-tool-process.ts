import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';

/** Builds the program that runs tools, as the app ships it. Returns its file. */
export async function buildToolProcess(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-tool-process-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/tool-process/main.ts',
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'tool-process.mjs', format: 'es' } },
    },
  });
  return path.join(folder, 'tool-process.mjs');
}
