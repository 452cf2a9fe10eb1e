import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WindowStateStore } from './window-state-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const state = { bounds: { x: 1, y: 2, width: 800, height: 600 }, maximized: true };

const docked = { bounds: { x: 1500, y: 40, width: 1200, height: 900 }, maximized: false };

it('returns the stored state, and leaves no other file behind', () => {
  new WindowStateStore(folder).write('laptop', state);
  expect(new WindowStateStore(folder).read('laptop')).toEqual(state);
  expect(readdirSync(folder)).toEqual(['window.json']);
});

it('remembers a state per display layout, and uses the latest for a new layout', () => {
  const memory = new WindowStateStore(folder);
  memory.write('laptop', state);
  memory.write('docked', docked);
  expect(memory.read('laptop')).toEqual(state);
  expect(memory.read('docked')).toEqual(docked);
  expect(memory.read('projector')).toEqual(docked);
});

it('keeps a limited number of layouts', () => {
  const memory = new WindowStateStore(folder);
  memory.write('first', docked);
  for (let desk = 0; desk < 10; desk += 1) memory.write(`desk ${desk}`, state);
  expect(memory.read('first')).toEqual(state);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"laptop":{"bounds":{"x":1}}}',
  '{"laptop":{"bounds":{"x":1.5,"y":0,"width":1,"height":1}}}',
  '{"laptop":{"bounds":{"x":"1","y":0,"width":1,"height":1}}}',
])('ignores invalid content: %j', (text) => {
  writeFileSync(path.join(folder, 'window.json'), text);
  expect(new WindowStateStore(folder).read('laptop')).toBeNull();
});

it('does not fail when nothing can be read or written', () => {
  const memory = new WindowStateStore('/dev/null/nowhere');
  memory.write('laptop', state);
  expect(memory.read('laptop')).toBeNull();
});
