import { expect, it } from 'vitest';
import { askKindOf, isFileTool, mcpServerPrefix, mcpToolName, parseMcpTool, toolKind } from './tools';

it.each([
  ['Bash', 'command'],
  ['Monitor', 'code'],
  ['Write', 'edit'],
  ['Grep', 'search'],
  ['Agent', 'subagent'],
  ['TodoWrite', 'task-list'],
  ['TaskUpdate', 'task'],
  ['mcp__signalbox__ask_user', 'interaction'],
  ['mcp__signalbox__show_user', 'show'],
  ['mcp__signalbox__delete_files', 'mcp'],
  ['mcp__github__list_issues', 'mcp'],
  ['SomethingNew', 'other'],
  ['constructor', 'other'],
])('%s is a tool of the kind %s', (name, kind) => {
  expect(toolKind(name)).toBe(kind);
});

it('questions and plans are asks of their own kind, every other call asks for a permission', () => {
  expect(['AskUserQuestion', 'ExitPlanMode', 'Bash', 'mcp__a__ask', 'SomethingNew'].map(askKindOf)).toEqual([
    'question',
    'plan',
    'permission',
    'permission',
    'permission',
  ]);
});

it('file tools are those whose path a rule can name', () => {
  const names = ['Read', 'NotebookEdit', 'LS', 'LSP', 'Bash', 'mcp__files__read'];
  expect(names.filter(isFileTool)).toEqual(['Read', 'NotebookEdit', 'LS']);
});

it('the name of a server’s tool is put together and taken apart', () => {
  expect(mcpToolName('my server', 'list.issues')).toBe('mcp__my_server__list_issues');
  expect(parseMcpTool('mcp__my_server__list__issues')).toEqual({ server: 'my_server', tool: 'list__issues' });
  expect(['Bash', 'mcp__server', 'mcp__server__'].map(parseMcpTool)).toEqual([null, null, null]);
});

it('a rule can name a whole server', () => {
  expect(['mcp__a', 'mcp__a__*', 'mcp__a__b', 'Bash'].map(mcpServerPrefix)).toEqual(['mcp__a__', 'mcp__a__', null, null]);
});
