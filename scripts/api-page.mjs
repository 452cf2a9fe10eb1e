/** Writes docs/api.md again. */
import { prepare } from './prepare.mjs';
import { runMain } from './say.mjs';
import { unit } from './unit.mjs';

await runMain(async () => {
  await prepare({ display: false });
  process.env.SIGNALBOX_API_PAGE = 'write';
  return unit(['test/api-page.test.ts']);
});
