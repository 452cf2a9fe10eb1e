import { expect, it } from 'vitest';
import { newestPin } from './update-claude.mjs';

const pinned = { version: '2.1.327', sha512: { 'linux-x64': 'before' } };

const registry =
  (fields: Readonly<Record<string, string>>) =>
  async (spec: string, field: string): Promise<string> =>
    fields[`${spec} ${field}`] ?? '';

it('pins the newest version with the hash of its package for each platform that was pinned', async () => {
  const view = registry({
    '@anthropic-ai/claude-code version': '2.1.400',
    '@anthropic-ai/claude-code-linux-x64@2.1.400 dist.integrity': 'sha512-abc+/=',
  });
  expect(await newestPin(pinned, view)).toEqual({ version: '2.1.400', sha512: { 'linux-x64': 'abc+/=' } });
});

it('pins nothing where the registry has no package for a platform, or names no version', async () => {
  await expect(newestPin(pinned, registry({ '@anthropic-ai/claude-code version': '2.1.400' }))).rejects.toThrow('no sha512');
  await expect(newestPin(pinned, registry({}))).rejects.toThrow('names no version');
});
