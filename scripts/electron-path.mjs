import { electronPath } from './electron-runtime.mjs';
import { runMain } from './say.mjs';

await runMain(async () => {
  process.stdout.write(`${electronPath()}\n`);
  return 0;
});
