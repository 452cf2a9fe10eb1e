import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CliCatalogCache } from './cli-catalog-cache';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-catalog-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const sonnet = { value: 'sonnet', name: 'Sonnet' };
const compact = { name: 'compact', description: 'Make it shorter', argumentHint: '' };

it('knows at the next start what the CLI offered at the last', () => {
  const catalog = new CliCatalogCache(box);
  expect(catalog.keepModels([sonnet])).toBe(true);
  catalog.commands.keep('/project', [compact]);
  const later = new CliCatalogCache(box);
  expect([later.models, later.commands.of('/project'), later.commands.of('/else')]).toEqual([[sonnet], [compact], []]);
});

it('a CLI that names no models, or the same ones, changes nothing', () => {
  const catalog = new CliCatalogCache(box);
  catalog.keepModels([sonnet]);
  expect([catalog.keepModels([]), catalog.keepModels([sonnet])]).toEqual([false, false]);
  expect(catalog.models).toEqual([sonnet]);
});

it('keeps the commands of the folders that were used last', () => {
  const catalog = new CliCatalogCache(box);
  for (let i = 0; i < 30; i++) catalog.commands.keep(`/project/${i}`, [compact]);
  expect([catalog.commands.of('/project/9'), catalog.commands.of('/project/10')]).toEqual([[], [compact]]);
});
