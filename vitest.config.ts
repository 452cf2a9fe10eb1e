import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,scripts,e2e}/**/*.test.ts'],
    pool: 'forks',
    // Two cores: more workers only make each start slower.
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
