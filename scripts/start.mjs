import { ensureBuilt } from './build-output.mjs';
import { passThrough, root, wasInterrupted } from './command.mjs';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { prepare, rootOnlyFlags } from './prepare.mjs';
import { runMain, say } from './say.mjs';

await runMain(async () => {
  const virtual = !hasDisplay();
  const electron = await prepare({ display: virtual });
  await ensureBuilt();
  const display = virtual ? await startVirtualDisplay() : null;
  if (display) say(`no display here: the window opens on the virtual display ${display.name}`);
  say('opening the window (Ctrl+C ends it)');
  try {
    const flags = [...rootOnlyFlags(), ...(display ? ['--disable-gpu', '--log-level=3'] : [])];
    const code = await passThrough(electron, [...flags, root, ...process.argv.slice(2)], {
      env: { ...process.env, ...(display ? { DISPLAY: display.name } : {}) },
    });
    return wasInterrupted(code) ? 0 : code;
  } finally {
    display?.stop();
  }
});
