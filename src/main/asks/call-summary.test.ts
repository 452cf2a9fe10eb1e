import { expect, it } from 'vitest';
import { summarizeCall } from './call-summary';

type Input = Readonly<Record<string, unknown>>;
const cwd = '/home/a/project';

it.each<[string, Input, string]>([
  ['Bash', { command: 'npm test', description: 'Tests', timeout: 5 }, 'Runs `npm test`'],
  ['Bash', { command: 'npm run dev', run_in_background: true }, 'Runs `npm run dev` in the background'],
  ['Bash', { command: 'cd src\nnpm test\n' }, 'Runs `cd src ⏎ npm test`'],
  ['Write', { file_path: 'src/a.ts', content: 'a\nb\n' }, 'Writes src/a.ts (2 lines)'],
  ['Write', { file_path: 'src/a.ts', content: 'a' }, 'Writes src/a.ts (1 line)'],
  ['Edit', { file_path: 'src/a.ts' }, 'Edits src/a.ts'],
  ['NotebookEdit', { notebook_path: 'a.ipynb' }, 'Edits a.ipynb'],
  ['Read', { file_path: '/etc/hosts' }, 'Reads /etc/hosts'],
  ['Read', { file_path: '/home/a/project/src/a.ts' }, 'Reads src/a.ts'],
  ['Edit', { file_path: '/home/a/project/../other/a.ts' }, 'Edits ../other/a.ts'],
  ['LS', { path: '/home/a/project' }, 'Lists the folder'],
  ['Grep', { pattern: 'x' }, 'Searches the folder for x'],
  ['Glob', { pattern: '*.ts', path: '/home/a/project/src' }, 'Looks for files named *.ts in src'],
  ['WebFetch', { url: 'https://example.com' }, 'Fetches https://example.com'],
  ['WebSearch', { query: 'cats' }, 'Searches the web for cats'],
  ['Skill', { skill: 'deploy', args: 'now' }, 'Uses the skill deploy: args "now"'],
  ['mcp__my_server__do__it', {}, 'Calls do__it of my_server'],
  ['mcp__db__query', { sql: 'select 1', limit: 5 }, 'Calls query of db: sql "select 1", limit 5'],
  ['mcp__db__query', { 'a "b", c': ['x', { y: null }] }, 'Calls query of db: "a \\"b\\", c" ["x",{"y":null}]'],
  ['Something', { command: 'a\nb' }, 'Uses Something: command "a\\nb"'],
])('tells all that is needed to judge %s %o', (tool, input, line) => {
  expect(summarizeCall({ tool, input, cwd })).toEqual({ line, isComplete: true });
});

it.each<[string, string, Input, string]>([
  ['a long command', 'Bash', { command: `echo ${'x'.repeat(200)}; node evil.js` }, `Runs \`echo ${'x'.repeat(148)}…`],
  ['blanks that are drawn as one', 'Bash', { command: 'cat "a  b"' }, 'Runs `cat "a b"`'],
  ['an indented line', 'Bash', { command: 'echo a\n\n  rm c\n' }, 'Runs `echo a ⏎ rm c`'],
  ['a sign that looks like a line break', 'Bash', { command: 'echo a # ⏎ npm test' }, 'Runs `echo a # ⏎ npm test`'],
  ['characters that can’t be seen', 'Bash', { command: 'echo \u202e# mr\rb\u00a0c' }, 'Runs `echo ⟨U+202E⟩# mr⟨U+000D⟩b⟨U+00A0⟩c`'],
  ['a field of the shell that is not known here', 'Bash', { command: 'ls', shell: '/tmp/sh' }, 'Runs `ls`'],
  ['no command', 'Bash', {}, 'Runs ``'],
  [
    'a file name that turns its line around',
    'Write',
    { file_path: 'harm\u202egpj.sh', content: 'a' },
    'Writes harm⟨U+202E⟩gpj.sh (1 line)',
  ],
  ['no file', 'Edit', {}, 'Edits a file'],
  ['a tool name with what can’t be seen', 'mcp__s__t\u200b', {}, 'Calls t⟨U+200B⟩ of s'],
  ['a long argument', 'mcp__db__query', { sql: 'y'.repeat(1_000_000) }, `Calls query of db: sql "${'y'.repeat(135)}…`],
  ['a subagent’s instructions', 'Task', { description: 'Look', prompt: 'Do it' }, 'Starts a subagent: Look'],
])('says that %s is not all in the line', (_what, tool, input, line) => {
  expect(summarizeCall({ tool, input, cwd })).toEqual({ line, isComplete: false });
});

it('goes over very many blanks once: going back from each would keep every session waiting for minutes', () => {
  const command = `a${' '.repeat(500_000)}b \n c`;
  expect(summarizeCall({ tool: 'Bash', input: { command }, cwd }).line).toBe('Runs `a b ⏎ c`');
});
