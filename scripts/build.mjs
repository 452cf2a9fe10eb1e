import { build } from './build-output.mjs';
import { prepare } from './prepare.mjs';
import { runMain } from './say.mjs';

await runMain(async () => {
  await prepare({ display: false });
  await build();
  return 0;
});
