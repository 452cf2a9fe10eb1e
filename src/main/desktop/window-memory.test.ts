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

it('gives back where the window was, and leaves nothing else behind', () => {
  new WindowMemory(folder).write(place);
  expect(new WindowMemory(folder).read()).toEqual(place);
  expect(readdirSync(folder)).toEqual(['window.json']);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"bounds":{"x":1}}',
  '{"bounds":{"x":1.5,"y":0,"width":1,"height":1}}',
  '{"bounds":{"x":"1","y":0,"width":1,"height":1}}',
])('takes %j for a window that was never anywhere', (text) => {
  writeFileSync(path.join(folder, 'window.json'), text);
  expect(new WindowMemory(folder).read()).toBeNull();
});

it('does no harm where nothing can be read or written', () => {
  const memory = new WindowMemory('/dev/null/nowhere');
  memory.write(place);
  expect(memory.read()).toBeNull();
});
