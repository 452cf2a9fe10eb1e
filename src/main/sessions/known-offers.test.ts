import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KnownOffers } from './known-offers';
import { toSlashCommand } from './slash-command';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-offers-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const sonnet = { value: 'sonnet', name: 'Sonnet' };
const compact = { name: 'compact', description: 'Make it shorter', argumentHint: '' };

it('knows at the next start what the CLI offered at the last', () => {
  const offers = new KnownOffers(box);
  expect(offers.keepModels([sonnet])).toBe(true);
  offers.commands.keep('/project', [compact]);
  const later = new KnownOffers(box);
  expect([later.models, later.commands.of('/project'), later.commands.of('/else')]).toEqual([[sonnet], [compact], []]);
});

it('a CLI that names no models, or the same ones, changes nothing', () => {
  const offers = new KnownOffers(box);
  offers.keepModels([sonnet]);
  expect([offers.keepModels([]), offers.keepModels([sonnet])]).toEqual([false, false]);
  expect(offers.models).toEqual([sonnet]);
});

it('keeps the commands of the folders that were used last', () => {
  const offers = new KnownOffers(box);
  for (let i = 0; i < 30; i++) offers.commands.keep(`/project/${i}`, [compact]);
  expect([offers.commands.of('/project/9'), offers.commands.of('/project/10')]).toEqual([[], [compact]]);
});

it('shortens a description that was written for a model', () => {
  const { description, ...rest } = toSlashCommand({ name: 'skill', description: `Use it ${'often '.repeat(100)}\nTRIGGER` });
  expect(rest).toEqual({ name: 'skill', argumentHint: '' });
  expect(description).toMatch(/^Use it often .*…$/);
  expect(description.length).toBeLessThanOrEqual(160);
});
