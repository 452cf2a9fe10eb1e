import path from 'node:path';
import { capture, passThrough, root } from './command.mjs';
import { prepare } from './prepare.mjs';
import { longStep, runMain, Stop, sayTo } from './say.mjs';

/** Compares the judge with the real shells: docs/fuzzing.md. Standard output has one JSON line for each mode and shell. */
await runMain(async () => {
  sayTo(process.stderr);
  if (process.platform !== 'linux') throw new Stop('The comparison with the real shells runs on Linux only.');
  const electron = await prepare({ display: false, shells: true });
  const out = path.join(root, 'out', 'fuzz');
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = await longStep('building the fuzzer', () =>
    capture(process.execPath, [vite, 'build', '--ssr', 'test/fuzz/fuzz-command.ts', '--outDir', out, '--logLevel', 'warn'], { cwd: root }),
  );
  if (built.code !== 0) throw new Stop(`The fuzzer could not be built:\n${built.output.trim()}`);
  return passThrough(electron, [path.join(out, 'fuzz-command.js'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
});
