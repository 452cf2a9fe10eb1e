import { passThrough, root, wasInterrupted } from './command.mjs';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { prepare, rootOnlyFlags } from './prepare.mjs';
import { runMain } from './say.mjs';

await runMain(async () => {
  await prepare({ display: !hasDisplay() });
  const display = hasDisplay() ? null : await startVirtualDisplay();
  const sandbox = rootOnlyFlags().length > 0 ? ['--noSandbox'] : [];
  try {
    const code = await passThrough(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'dev', '--watch', ...sandbox], {
      cwd: root,
      env: { ...process.env, ...(display ? { DISPLAY: display.name } : {}) },
    });
    return wasInterrupted(code) ? 0 : code;
  } finally {
    display?.stop();
  }
});
