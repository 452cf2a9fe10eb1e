import { expect, it } from 'vitest';
import type { Failure } from './batch-runner';
import { type FuzzMode, fuzz } from './fuzz';
import type { Shell } from './jail';

const shown = ({ kind, line, detail, options }: Failure): string => `${kind}: ${JSON.stringify(line)}: ${detail} ${options.join('; ')}`;

// For a longer run: npm run fuzz -- --lines 2000000
it.runIf(process.platform === 'linux').each<[FuzzMode, Shell]>([
  ['safe', 'bash'],
  ['safe', 'zsh'],
  ['rules', 'bash'],
  ['rules', 'zsh'],
])('nothing that %s lets through runs, writes or reads more in %s than the judge read', async (mode, shell) => {
  const { counts, failures } = await fuzz({ lines: 5_000, mode, shell, seed: 14, data: import.meta.dirname, mostFailures: 20 });
  expect(failures.map(shown)).toEqual([]);
  expect(counts).toMatchObject({ lines: 5_000, run: counts.allowed });
  expect(counts.run).toBeGreaterThan(100);
});
