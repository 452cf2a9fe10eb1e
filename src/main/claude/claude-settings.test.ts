import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RulePattern } from '../../shared/rule';
import { allowInClaude, claudeSettingsFiles } from './claude-settings';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-claude-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bash = (content: string): RulePattern => ({ tool: 'Bash', content });
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

it('names the file of the folder and the one that counts everywhere', () => {
  expect(claudeSettingsFiles('/project', '/home/ann/.claude')).toEqual({
    folder: path.join('/project', '.claude', 'settings.local.json'),
    everywhere: path.join('/home/ann/.claude', 'settings.json'),
  });
});

it('makes the file where there is none, and adds a rule once', () => {
  const { folder: file } = claudeSettingsFiles(folder, folder);
  allowInClaude(file, bash('npm run *'));
  allowInClaude(file, bash('npm run *'));
  expect(read(file)).toEqual({ permissions: { allow: ['Bash(npm run *)'] } });
});

it('leaves everything else as it is', () => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  const before = { model: 'opus', permissions: { deny: ['Read(.env)'], allow: ['WebSearch'] }, hooks: {} };
  writeFileSync(file, JSON.stringify(before));
  allowInClaude(file, bash('make'));
  expect(read(file)).toEqual({ ...before, permissions: { deny: ['Read(.env)'], allow: ['WebSearch', 'Bash(make)'] } });
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it.each([
  ['tabs', '{\n\t"permissions": {\n\t\t"deny": [],\n\t\t"allow": [\n\t\t\t"A"\n\t\t]\n\t},\n\t"model": "opus"\n}\n'],
  [
    'four spaces',
    '{\n    "permissions": {\n        "deny": [],\n        "allow": [\n            "A"\n        ]\n    },\n    "model": "opus"\n}',
  ],
])('changes no other line of a file that is indented by %s', (_, text) => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  writeFileSync(file, text);
  allowInClaude(file, bash('make'));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.filter((line) => !line.includes('Bash(make)')).join('\n')).toBe(text.trimEnd().replace('"A"', '"A",'));
});

it.each<[string, RulePattern, string]>([
  ['every call', { tool: 'WebSearch', content: null }, 'WebSearch'],
  ['brackets in a command', bash(`grep 'a(b' x`), String.raw`Bash(grep 'a\(b' x)`],
  ['backslashes in a command', bash(String.raw`grep '\(a\\' x`), String.raw`Bash(grep '\\\(a\\\\' x)`],
  ['a folder with gitignore’s signs', { tool: 'Edit', content: '//app/[id]/a?/**' }, String.raw`Edit(//app/\\[id\\]/a\\?/**)`],
  ['a command with those signs', bash('ls [id] a?'), 'Bash(ls [id] a?)'],
])('writes %s so that the CLI reads what was shown', (_, rule, written) => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  allowInClaude(file, rule);
  expect(read(file)).toEqual({ permissions: { allow: [written] } });
});

it.each([
  ['broken JSON', '{ "permissions": '],
  ['a list', '[]'],
  ['permissions that are none', '{ "permissions": "all" }'],
])('changes nothing in a file with %s, and says so', (_, text) => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  writeFileSync(file, text);
  expect(() => allowInClaude(file, bash('make'))).toThrow(expect.objectContaining({ code: 'claude-settings' }));
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('says why when the file can’t be written', () => {
  const { everywhere: file } = claudeSettingsFiles(folder, path.join(folder, 'file', 'below'));
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => allowInClaude(file, bash('make'))).toThrow(expect.objectContaining({ code: 'claude-settings' }));
});

it('leaves who may read and change the file as it is', () => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  writeFileSync(file, '{}');
  chmodSync(file, 0o664);
  allowInClaude(file, bash('make'));
  expect(statSync(file).mode & 0o777).toBe(0o664);
});

it.runIf(process.platform === 'linux')('does not wait for a pipe in place of the file', () => {
  const { everywhere: file } = claudeSettingsFiles(folder, folder);
  execFileSync('mkfifo', [file]);
  expect(() => allowInClaude(file, bash('make'))).toThrow(`${file} was not changed: it is not a file. Nothing was decided.`);
});
