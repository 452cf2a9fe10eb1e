import { writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { folderOf, startDemo } from './support/demo';
import { twoSubagents } from './support/subagent-scenario';
import { transcriptLog } from './support/window';

/** The calls of both subagents and their steps, in display order. */
const drawn = (page: Page) =>
  transcriptLog(page)
    .locator('[data-index]')
    .evaluateAll((rows) => rows.flatMap((row) => /(?:north|south)-\d|Look in the (?:north|south)/.exec(row.textContent ?? '')?.[0] ?? []));
const cardOf = (page: Page, where: string) =>
  transcriptLog(page)
    .locator('[data-index]')
    .filter({ hasText: `Look in the ${where}` });
const north = ['north-1', 'north-2', 'north-3'];
const south = ['south-1', 'south-2', 'south-3'];
const [inNorth, inSouth] = ['Look in the north', 'Look in the south'];

test('the steps of subagents at work at once stand under their own calls, also those that are still to come', async ({
  launch,
  userData,
}) => {
  const { window } = await launch({ env: twoSubagents(userData) });
  const id = await startDemo(window, 'look everywhere');
  await expect(cardOf(window, 'north')).toContainText('Grep north-3');
  await expect(cardOf(window, 'south')).toContainText('Grep south-3');
  expect((await drawn(window)).filter((one) => one.startsWith('Look'))).toEqual([inNorth, inSouth]);
  await expect(transcriptLog(window)).not.toContainText('south-1');

  await cardOf(window, 'south').getByRole('button', { name: 'Show its 3 steps' }).click();
  await expect.poll(() => drawn(window)).toEqual([inNorth, inSouth, ...south]);
  await cardOf(window, 'north').getByRole('button', { name: 'Show its 3 steps' }).click();
  await expect.poll(() => drawn(window)).toEqual([inNorth, ...north, inSouth, ...south]);
  expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([]);

  writeFileSync(path.join(await folderOf(window, id), 'go'), '');
  await expect(transcriptLog(window)).toContainText('Both are back.');
  await expect.poll(() => drawn(window)).toEqual([inNorth, ...north, 'north-4', 'north-5', inSouth, ...south, 'south-4', 'south-5']);
  await cardOf(window, 'north').getByRole('button', { name: 'Hide its steps' }).click();
  await expect.poll(() => drawn(window)).toEqual([inNorth, inSouth, ...south, 'south-4', 'south-5']);

  await startDemo(window, 'another');
  await expect(transcriptLog(window)).not.toContainText('look everywhere');
  await request(window, 'sessions.activate', { id });
  await expect.poll(() => drawn(window)).toEqual([inNorth, inSouth, ...south, 'south-4', 'south-5']);
});

test('what is found in a step opens the call above it', async ({ launch, userData }) => {
  const { window } = await launch({ env: twoSubagents(userData) });
  const id = await startDemo(window, 'look everywhere');
  writeFileSync(path.join(await folderOf(window, id), 'go'), '');
  await expect(transcriptLog(window)).toContainText('Both are back.');
  await window.keyboard.press('ControlOrMeta+f');
  await window.getByRole('searchbox', { name: 'Find in transcript' }).fill('found north-4');
  await expect(window.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect(transcriptLog(window).getByText('found north-4')).toBeInViewport();
  await expect.poll(() => drawn(window)).toEqual([inNorth, ...north, 'north-4', 'north-5', inSouth]);
});

test('steps that come in above do not move what a person reads, nor does coming back to it', async ({ launch, userData }) => {
  const { window } = await launch({ env: twoSubagents(userData) });
  const id = await startDemo(window, 'something to read');
  const log = transcriptLog(window);
  await expect(log).toContainText('Paragraph 79');
  await log.hover();
  await window.mouse.wheel(0, -100_000);
  await cardOf(window, 'north').getByRole('button', { name: 'Show its 3 steps' }).click();
  await expect.poll(() => drawn(window)).toEqual([inNorth, ...north, inSouth]);
  await log.getByText('Paragraph 40').evaluate((paragraph) => paragraph.scrollIntoView());
  const read = () => log.getByText('Paragraph 40').evaluate((paragraph) => paragraph.getBoundingClientRect().top);
  const before = await read();
  // Rows have fractional heights and scrolling uses whole pixels, so one pixel counts as no move.
  const moved = async (): Promise<number> => Math.abs((await read()) - before);
  writeFileSync(path.join(await folderOf(window, id), 'go'), '');
  // Four steps, Claude's text, and the end of the turn.
  await expect(window.getByRole('button', { name: /^\d+ new$/ })).toHaveText('6 new');
  await expect.poll(moved).toBeLessThan(2);
  await startDemo(window, 'another');
  await expect(log).not.toContainText('Paragraph 40');
  await request(window, 'sessions.activate', { id });
  await expect.poll(moved).toBeLessThan(2);
  await log.hover();
  await window.mouse.wheel(0, -100_000);
  await expect.poll(() => drawn(window)).toEqual([inNorth, ...north, 'north-4', 'north-5', inSouth]);
});
