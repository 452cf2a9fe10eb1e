import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** The models after each change. */
function changesOf(catalog: CliCatalogCache): unknown[] {
  const told: unknown[] = [];
  catalog.onModelsChange(() => told.push(catalog.models));
  return told;
}

it('knows at the next start what the CLI offered at the last', () => {
  const catalog = new CliCatalogCache(box);
  const told = changesOf(catalog);
  catalog.keepModels([sonnet]);
  expect(told).toEqual([[sonnet]]);
  catalog.keepCommands('/project', [compact]);
  const later = new CliCatalogCache(box);
  expect([later.models, later.commandsIn('/project'), later.commandsIn('/else')]).toEqual([[sonnet], [compact], []]);
});

it('a CLI that names no models, or the same ones, changes nothing', () => {
  const catalog = new CliCatalogCache(box);
  catalog.keepModels([sonnet]);
  const told = changesOf(catalog);
  for (const models of [[], [sonnet]]) catalog.keepModels(models);
  expect([told, catalog.models]).toEqual([[], [sonnet]]);
});

it('keeps the commands of the folders that were used last', () => {
  const catalog = new CliCatalogCache(box);
  for (let i = 0; i < 30; i++) catalog.keepCommands(`/project/${i}`, [compact]);
  expect([catalog.commandsIn('/project/9'), catalog.commandsIn('/project/10')]).toEqual([[], [compact]]);
});

it('knows at the next start which requests a version does not know', () => {
  const catalog = new CliCatalogCache(box);
  for (const request of ['get_settings', 'mcp_status', 'get_settings']) catalog.unsupportedBy('2.1.400').add(request);
  const later = new CliCatalogCache(box);
  const unknown = (version: string) => ['get_settings', 'mcp_status', 'interrupt'].filter((one) => later.unsupportedBy(version).has(one));
  expect([unknown('2.1.400'), unknown('2.1.401')]).toEqual([['get_settings', 'mcp_status'], []]);
});

it('keeps what it knows of the versions that it learnt about last', () => {
  const catalog = new CliCatalogCache(box);
  for (let i = 0; i < 30; i++) catalog.unsupportedBy(`2.1.${i}`).add('get_settings');
  expect(['2.1.9', '2.1.10'].map((version) => catalog.unsupportedBy(version).has('get_settings'))).toEqual([false, true]);
});

it.each(['{"unsupported": 7}', 'not json'])('knows nothing when its file is damaged: %s', (damaged) => {
  writeFileSync(path.join(box, 'offers.json'), damaged);
  const catalog = new CliCatalogCache(box);
  expect([catalog.models, catalog.unsupportedBy('2.1.400').has('get_settings')]).toEqual([[], false]);
});

it('reads the file of an older version of the app', () => {
  writeFileSync(path.join(box, 'offers.json'), JSON.stringify({ models: [sonnet], commands: [] }));
  expect(new CliCatalogCache(box).models).toEqual([sonnet]);
});
