import path from 'node:path';
import { ensureBuilt } from './build-output.mjs';
import { passThrough, root } from './command.mjs';
import { prepare } from './prepare.mjs';
import { runMain, sayTo } from './say.mjs';

/** The signalbox command from a checkout: docs/reference.md. Nothing else goes to standard output. */
await runMain(async () => {
  sayTo(process.stderr);
  // npm starts scripts in the project's folder, and says where the person is.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const electron = await prepare({ display: false });
  await ensureBuilt();
  return passThrough(electron, [path.join(root, 'out', 'main', 'command.js'), ...process.argv.slice(2)], {
    cwd,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
});
