import { expect, it } from 'vitest';
import { isChangedByHook } from './hook-change';

const changed = (tool: string, said: Record<string, unknown>, input: Record<string, unknown>) =>
  isChangedByHook(said, { tool, input, cwd: '/project', home: '/home/ann' });

it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  ['a command', 'Bash', { command: 'ls' }, { command: 'rm x' }],
  ['a field that was added', 'Bash', { command: 'ls' }, { command: 'ls', dangerouslyDisableSandbox: true }],
  ['a field that was taken away', 'Bash', { command: 'ls', run_in_background: true }, { command: 'ls' }],
  ['a path', 'Write', { file_path: 'a', content: '' }, { file_path: '/project/b', content: '' }],
  ['an MCP tool’s path', 'mcp__a__b', { path: 'a' }, { path: '/project/a' }],
  ['something deep', 'mcp__a__b', { a: { b: [1] } }, { a: { b: [2] } }],
])('a hook changed %s', (_, tool, said, input) => {
  expect(changed(tool, said, input)).toBe(true);
});

it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  ['the same call', 'Bash', { command: 'ls', description: 'x' }, { description: 'x', command: 'ls' }],
  ['a path that the CLI made absolute', 'Write', { file_path: 'a', content: '' }, { file_path: '/project/a', content: '' }],
  ['a path that the CLI made short', 'Edit', { file_path: ' /project/b/../a ' }, { file_path: '/project/a' }],
  ['a path in the home', 'Read', { file_path: '~/a' }, { file_path: '/home/ann/a' }],
  ['what the CLI filled in', 'Workflow', { name: 'x' }, { name: 'x', script: '…' }],
])('no hook changed %s', (_, tool, said, input) => {
  expect(changed(tool, said, input)).toBe(false);
});
