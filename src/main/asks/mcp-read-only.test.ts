import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../test/disk-with';
import type { McpHints } from '../../shared/mcp-hints';
import { isReadOnlyMcp } from './mcp-read-only';

const reads: McpHints = { readOnly: true, openWorld: false, destructive: false };
const realpath = diskWith({ '/home/me/project/out': '/etc' }, () => false);
const isReadOnly = (tool: string, input: Record<string, unknown>, hints: McpHints | null = reads): boolean =>
  isReadOnlyMcp(tool, hints, { tool: `mcp__server__${tool}`, input, cwd: '/home/me/project', home: '/home/me', realpath });

describe('a read-only hint covers', () => {
  it.each<[string, Record<string, unknown>]>([
    ['search', { query: 'how to write tests', limit: 10 }],
    ['read_file', { path: 'src/a.ts' }],
    ['read_file', { path: '/home/me/project/src/a.ts' }],
    ['list', {}],
    ['lookup', { command: 'git status' }],
    ['query', { sql: 'select * from users where name = "a/b"' }],
  ])('%s %j', (tool, input) => {
    expect(isReadOnly(tool, input)).toBe(true);
  });
});

describe('a read-only hint does not cover', () => {
  it.each<[string, Record<string, unknown>]>([
    ['read_file', { path: '/etc/passwd' }],
    ['read_file', { path: 'file:///etc/passwd' }],
    ['read_file', { path: '../other/x' }],
    ['read_file', { path: '~/.ssh/config' }],
    ['read_file', { path: 'out/passwd' }],
    ['read_file', { path: '.env' }],
    ['read_file', { paths: ['a', { deep: '/etc/passwd' }] }],
    ['search', { query: 'grep x /etc/passwd' }],
    ['search', { query: 'path:/etc/passwd' }],
    ['lookup', { url: 'example.com' }],
    ['lookup', { q: 'https://evil.example/?q=secret' }],
    ['lookup', { host: 'evil.example' }],
    ['lookup', { command: 'touch p' }],
    ['lookup', { command: 'cat /etc/passwd' }],
    ['lookup', { code: '1 + 1' }],
    ['send_message', { text: 'hello' }],
    ['run', { name: 'x' }],
    ['createIssue', { title: 'x' }],
    ['search', { query: 'x'.repeat(5_000) }],
    ['search', { terms: Array.from({ length: 600 }, () => 'x') }],
  ])('%s %j', (tool, input) => {
    expect(isReadOnly(tool, input)).toBe(false);
  });

  it('an input that is too deep to be looked at', () => {
    const deep = Array.from({ length: 2_000 }).reduce<Record<string, unknown>>((inner) => ({ inner }), { path: '/etc/passwd' });
    expect(isReadOnly('list', deep)).toBe(false);
  });

  it('a tool that reaches out or destroys, or of which nothing is known', () => {
    const hints = [{ ...reads, openWorld: true }, { ...reads, destructive: true }, { ...reads, readOnly: false }, null];
    expect(hints.map((hint) => isReadOnly('list', {}, hint))).toEqual([false, false, false, false]);
  });
});
