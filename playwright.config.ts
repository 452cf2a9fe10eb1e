import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // The one installs the app on this machine, the other writes docs/images: only `npm run package:check` and `npm run pictures` should.
  testIgnore: [...(process.env.SIGNALBOX_DEB ? [] : ['package.spec.ts']), ...(process.env.SIGNALBOX_PICTURES ? [] : ['pictures.spec.ts'])],
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The patience that a busy machine needs; a test that holds never spends it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
});
