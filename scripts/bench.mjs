import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build-output.mjs';
import { root } from './command.mjs';
import { startVirtualDisplay } from './display.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop } from './say.mjs';

/** Runs bench/NAME.bench.mjs, or all of them. Each prints one JSON line that says whether its limits held. */
await runMain(async () => {
  const folder = path.join(root, 'bench');
  const [name] = process.argv.slice(2);
  const all = readdirSync(folder).filter((file) => file.endsWith('.bench.mjs'));
  const chosen = name ? all.filter((file) => file === `${name}.bench.mjs`) : all;
  if (chosen.length === 0)
    throw new Stop(`There is no benchmark “${name}”. There are: ${all.map((file) => file.replace('.bench.mjs', '')).join(', ')}.`);
  if (process.platform !== 'linux') throw new Stop('The benchmarks read memory from /proc, so they run on Linux only.');

  const electron = await prepare({ display: true });
  await ensureBuilt();
  const display = await startVirtualDisplay();
  process.env.DISPLAY = display.name;
  let held = true;
  try {
    for (const file of chosen) {
      /** @type {{ bench: (electron: string) => Promise<{ pass: boolean }> }} */
      const { bench } = await import(pathToFileURL(path.join(folder, file)).href);
      const result = await bench(electron);
      held &&= result.pass;
      process.stdout.write(`${JSON.stringify({ bench: file.replace('.bench.mjs', ''), ...result })}\n`);
    }
  } finally {
    display.stop();
  }
  return held ? 0 : 1;
});
