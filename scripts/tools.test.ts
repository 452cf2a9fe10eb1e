import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataFolder, newTool } from './tools.mjs';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'signalbox-new-tool-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('makes a folder with a tool, and what an editor needs', () => {
  const folder = newTool('delete-files', parent);
  expect(readdirSync(folder).sort()).toEqual(['signalbox-tools.d.ts', 'tool.ts', 'tsconfig.json']);
  const code = readFileSync(path.join(folder, 'tool.ts'), 'utf8');
  expect(code).toContain("name: 'delete_files'");
  expect(code).toContain("title: 'Delete files'");
});

it.each(['', '../up', 'a b', 'Große', '-x', 'x'.repeat(65)])('makes no folder named %j', (name) => {
  expect(() => newTool(name, parent)).toThrow('A tool’s name has small letters, digits and “-”.');
  expect(readdirSync(parent)).toEqual([]);
});

it('replaces no tool', () => {
  newTool('once', parent);
  expect(() => newTool('once', parent)).toThrow('exists already');
});

it('finds the data folder where the app has it', () => {
  expect(dataFolder({ SIGNALBOX_USER_DATA: '/data' }, 'linux', '/home/me')).toBe('/data');
  expect(dataFolder({ XDG_CONFIG_HOME: '/config' }, 'linux', '/home/me')).toBe('/config/Signalbox');
  expect(dataFolder({}, 'linux', '/home/me')).toBe('/home/me/.config/Signalbox');
  expect(dataFolder({}, 'darwin', '/Users/me')).toBe('/Users/me/Library/Application Support/Signalbox');
});
