import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WindowMemory } from './window-memory';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = { bounds: { x: 1, y: 2, width: 800, height: 600 }, maximized: true };

const docked = { bounds: { x: 1500, y: 40, width: 1200, height: 900 }, maximized: false };

it('gives back where the window was, and leaves nothing else behind', () => {
  new WindowMemory(folder).write('laptop', place);
  expect(new WindowMemory(folder).read('laptop')).toEqual(place);
  expect(readdirSync(folder)).toEqual(['window.json']);
});

it('remembers a place for each arrangement of displays, and the last one for a new arrangement', () => {
  const memory = new WindowMemory(folder);
  memory.write('laptop', place);
  memory.write('docked', docked);
  expect(memory.read('laptop')).toEqual(place);
  expect(memory.read('docked')).toEqual(docked);
  expect(memory.read('projector')).toEqual(docked);
});

it('keeps only as many as anyone has desks', () => {
  const memory = new WindowMemory(folder);
  memory.write('first', docked);
  for (let desk = 0; desk < 10; desk += 1) memory.write(`desk ${desk}`, place);
  expect(memory.read('first')).toEqual(place);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"laptop":{"bounds":{"x":1}}}',
  '{"laptop":{"bounds":{"x":1.5,"y":0,"width":1,"height":1}}}',
  '{"laptop":{"bounds":{"x":"1","y":0,"width":1,"height":1}}}',
])('takes %j for a window that was never anywhere', (text) => {
  writeFileSync(path.join(folder, 'window.json'), text);
  expect(new WindowMemory(folder).read('laptop')).toBeNull();
});

it('does no harm where nothing can be read or written', () => {
  const memory = new WindowMemory('/dev/null/nowhere');
  memory.write('laptop', place);
  expect(memory.read('laptop')).toBeNull();
});
