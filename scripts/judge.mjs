import path from 'node:path';
import { ensureBuilt } from './build-output.mjs';
import { passThrough, root } from './command.mjs';
import { prepare } from './prepare.mjs';
import { runMain, sayTo } from './say.mjs';

/** Reads calls from standard input and writes a verdict for each: docs/judge.md. Nothing else goes to standard output. */
await runMain(async () => {
  sayTo(process.stderr);
  const electron = await prepare({ display: false });
  await ensureBuilt();
  return passThrough(electron, [path.join(root, 'out', 'main', 'judge.js')], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
});
