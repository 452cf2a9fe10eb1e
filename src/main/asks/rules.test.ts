import { describe, expect, it } from 'vitest';
import { aRule } from '../../../test/a-rule';
import { diskWith } from '../../../test/disk-with';
import { SessionId } from '../../shared/ids';
import type { RulePattern, RuleScope } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { decideByRules, isAnyCommand, mayBeDenied, type RuleCall, suggestRules } from './rules';

const links: Readonly<Record<string, string>> = { '/home/me/project/out': '/etc', '/home/me/link': '/home/me/project' };
const realpath = diskWith(links, (place) => /\/(\.git|HEAD)$/.test(place));
const call = (tool: string, input: RuleCall['input'], more: Partial<RuleCall> = {}): RuleCall => ({
  tool,
  input,
  cwd: '/home/me/project',
  home: '/home/me',
  realpath,
  sessionId: 'one',
  ...more,
});
const bash = (command: string, more: Partial<RuleCall> = {}) => call('Bash', { command }, more);

const decide = (rules: readonly string[], asked: RuleCall) => {
  const said = decideByRules(
    rules.map((text) => aRule(text)),
    asked,
  );
  return said && `${said.behavior} by ${said.rule.id}`;
};

describe('rules about commands', () => {
  it.each<[string, string]>([
    ['Bash(npm run *)', 'npm run build'],
    ['Bash(npm run *)', 'npm run'],
    ['Bash(npm run:*)', 'npm run build -- --x'],
    ['Bash(npm run *)', '"npm" \'run\' build'],
    ['Bash(npm run *)', 'npm run build 2>&1 | tail -5'],
    ['Bash(npm run *)', 'cd src && npm run build'],
    ['Bash(npm run *)', 'npm run a && npm run b'],
    ['Bash(npm run *)', 'npm run dev &'],
    ['Bash(npm run *)', 'timeout 60 npm run build > /dev/null'],
    ['Bash(npm run *)', 'CI=1 npm run build'],
    ['Bash(npm run test:*)', 'npm run test'],
    ['Bash(npm * build)', 'npm run build'],
    ['Bash(npm run test-*)', 'npm run test-unit'],
    ['Bash(git commit *)', 'git commit -m "$(cat <<\'EOF\'\nfix: a\n\nMore.\nEOF\n)"'],
    ['Bash(npm run *)', 'time npm run build'],
    ['Bash(npm run *)', 'npm run build \\\n  -- --watch'],
    ['Bash(git commit *)', 'cd src && git status && git commit -m x'],
    ['Bash(uv run *)', 'uv run pytest -q'],
    ['Bash(npm test *)', 'npm test 2>&1 | tail -5; echo "exit: $?"'],
    ['Bash(touch a.txt)', 'touch a.txt'],
    ['Bash(touch a.txt)', 'touch "a.txt"'],
    ['Bash(touch "a b")', "touch 'a b'"],
    ['Bash(rm x; sudo $Y > /etc/z)', 'rm x; sudo $Y > /etc/z'],
    ["Bash(echo 'open)", "echo 'open"],
    ['Bash', "anything 'open"],
    ['Bash(node scripts/*)', 'node scripts/a/b.mjs'],
    ['Bash(node ../scripts/*)', 'node ../scripts/a.mjs'],
    ["Bash(npm run '*')", "npm run '*'"],
    ['Bash(* *)', 'npm run build'],
  ])('%s allows %s', (text, command) => {
    expect(decide([text], bash(command))).toBe(`allow by ${text}`);
  });

  it.each<[string, string]>([
    ['Bash(npm run *)', 'npm runaway'],
    ['Bash(npm run *)', 'npm install'],
    ['Bash(npm run *)', 'npm run build; rm x'],
    ['Bash(npm run *)', 'npm run build && curl x'],
    ['Bash(npm run *)', 'npm run build\nrm x'],
    ['Bash(npm run *)', 'npm run build | sh'],
    ['Bash(npm run *)', 'npm run $(rm x)'],
    ['Bash(npm run *)', 'npm run `rm x`'],
    ['Bash(npm run *)', 'npm run $X'],
    ['Bash(npm run *)', 'npm run "build" > out.txt'],
    ['Bash(npm run *)', 'npm run build >> ~/.bashrc'],
    ['Bash(npm run *)', 'npm run build < <(rm x)'],
    ['Bash(npm run *)', '{ npm run build; } > f'],
    ['Bash(npm run *)', 'PATH=. npm run build'],
    ['Bash(npm run *)', 'export PATH=.; npm run build'],
    ['Bash(npm run *)', 'for x in a; do npm run build; done'],
    ['Bash(npm run *)', 'case $((PATH=0)) in *) npm run build;; esac'],
    ['Bash(npm run *)', 'npm() { ls; }; npm run build'],
    ['Bash(npm run *)', '! cd nowhere/deep && npm run build < ../../x'],
    ['Bash(bash *)', "bash -ce 'touch x'"],
    ['Bash(parallel *)', "parallel 'touch {}' ::: a"],
    ['Bash(git commit *)', "git commit -m \"$(cat <<'EOF'\nfix: (a) it's $X\n\nMore.\nEOF\n)\""],
    ['Bash(git commit *)', 'git commit -m "$(cat <<EOF\n$(touch x)\nEOF\n)"'],
    ['Bash(git commit *)', 'git commit -m "$(cat <<\'EOF\' > x\na\nEOF\n)"'],
    ['Bash(git commit *)', "GIT_EDITOR='touch x' git commit"],
    ['Bash(npm run *)', 'sudo npm run build'],
    ['Bash(npm run *)', 'env A=1 npm run build'],
    ['Bash(npm run *)', "bash -c 'npm run build'"],
    ['Bash(npm run *)', 'cd .. && npm run build'],
    ['Bash(npm run *)', './npm run build'],
    ['Bash(npm run *)', 'NPM run build'],
    ['Bash(npm run *)', 'npm run build | cat /etc/passwd'],
    ['Bash(npm run *)', 'ls'],
    ['Bash(npm run *)', "npm run 'open"],
    ['Bash(npm run *)', 'npm\u00a0run build'],
    ['Bash(npm run *)', 'echo npm run build > npm'],
    ['Bash(touch a.txt)', 'touch a.txt b.txt'],
    ['Bash(touch a.txt)', 'touch a.txt; rm x'],
    ['Bash(npm test; rm x)', 'npm test'],
    ['Bash(npm test && ls)', 'npm test'],
    ['Bash(npm test > f)', 'npm test'],
    ["Bash(bash -c 'ls')", "bash -c 'ls' x"],
    ['Bash(sudo *)', 'sudo npm run x'],
    ['Bash(find . *)', 'find . -exec touch {} +'],
    ['Bash($X)', 'rm y'],
    ['Bash(node scripts/*)', 'node scripts/../../evil.mjs'],
    ['Bash(node scripts/*)', 'node scripts/..'],
    ["Bash(npm run '*')", 'npm run build'],
  ])('%s does not allow %j', (text, command) => {
    expect(decide([text], bash(command))).toBeNull();
  });

  it('needs every part covered, by whichever rules', () => {
    expect(decide(['Bash(npm run *)', 'Bash(touch *)'], bash('npm run a && touch b'))).toBe('allow by Bash(npm run *)');
    expect(decide(['Bash(npm run *)', 'Bash(touch *)'], bash('npm run a && touch b && mv b c'))).toBeNull();
  });

  it.each<[string, string]>([
    ['deny Bash(rm *)', 'rm x'],
    ['deny Bash(rm *)', '/bin/rm x'],
    ['deny Bash(rm *)', 'ls && sudo env A=1 rm x'],
    ['deny Bash(rm *)', "bash -c 'rm x'"],
    ['deny Bash(rm *)', 'echo $(rm $X)'],
    ['deny Bash(rm *)', 'find . -exec rm {} +'],
    ['deny Bash(rm *)', "rm x; echo 'open"],
    ['deny Bash(rm *)', 'rm x > y'],
    ['deny Bash(git push *)', 'git push origin'],
    ['deny Bash(git push *)', 'git -C src --no-pager push origin'],
    ['deny Bash(git -C *)', 'git -C src status'],
    ['deny Bash', 'ls'],
    ['deny Bash(*)', 'ls'],
  ])('%s denies %s, whatever is allowed', (text, command) => {
    expect(decide(['Bash', `Bash(${command})`, text], bash(command))).toBe(`deny by ${text}`);
  });

  const deploying = [
    'x=deploy; npm run $x',
    'npm run "$(echo deploy)"',
    'npm run {deploy,}',
    'npm run dep*',
    'npm $y deploy',
    'npm -s run deploy',
    'npm run -s deploy',
    'npm --prefix a run deploy --prod',
    'uv run npm run deploy',
    'perf stat npm run deploy',
    "uv run bash -c 'npm run $x'",
  ];
  it.each(deploying)('neither denies nor allows what a rule that denies may be about: %s', (command) => {
    expect(decide(['deny Bash(npm run deploy *)', 'Bash'], bash(command))).toBeNull();
    expect(mayBeDenied([aRule('deny Bash(npm run deploy *)')], bash(command))).toBe(true);
  });

  it.each([
    'npm run build',
    'npm run build -- deploy',
    'npm test "$x"',
    'echo npm run deploy',
    'git commit -m "npm run deploy"',
    'ls "$x"',
  ])('knows when a rule that denies is about something else: %s', (command) => {
    expect(mayBeDenied([aRule('deny Bash(npm run deploy *)')], bash(command))).toBe(false);
  });

  it('leaves a line to the rule that is that very line', () => {
    expect(decide(['deny Bash(npm run deploy *)', 'Bash(npm run $x)'], bash('npm run $x'))).toBe('allow by Bash(npm run $x)');
  });

  it('knows when the rule is the whole command', () => {
    const exact = (text: string, command: string) => decideByRules([aRule(text)], bash(command))?.exact;
    expect([exact('Bash(npm test)', 'npm test'), exact('Bash(npm test)', 'npm  test'), exact('Bash(npm *)', 'npm test')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('rules about files', () => {
  it.each<[boolean, string, string, RuleCall['input']]>([
    [true, 'Edit(/src/**)', 'Edit', { file_path: '/home/me/project/src/a/b.ts' }],
    [true, 'Edit(src/*.ts)', 'Write', { file_path: 'src/a.ts' }],
    [true, 'Edit(/**)', 'NotebookEdit', { notebook_path: '/home/me/link/a.ipynb' }],
    [true, 'Edit(//home/me/link/**)', 'Edit', { file_path: '/home/me/project/a.ts' }],
    [true, 'Edit(/src/**/x.ts)', 'Edit', { file_path: '/home/me/project/src/x.ts' }],
    [true, 'Edit(~/notes/*)', 'Edit', { file_path: '/home/me/notes/a' }],
    [true, 'Edit', 'Write', { file_path: '/anywhere' }],
    [true, 'Read(//etc/**)', 'Read', { file_path: '/etc/hosts' }],
    [true, 'Read(//etc/**)', 'Read', { file_path: '/home/me/project/out/hosts' }],
    [true, 'Read(/src/**)', 'Grep', { pattern: 'x', path: '/home/me/project/src' }],
    [true, 'Read(/**)', 'Glob', { pattern: '**/*.ts' }],
    [false, 'Read(/**)', 'Glob', { pattern: '../**' }],
    [false, 'Edit(/src/**)', 'Edit', { file_path: '/home/me/project/src/../a.ts' }],
    [false, 'Edit(/src/**)', 'Edit', { file_path: '/home/me/project/srcs/a.ts' }],
    [false, 'Edit(/**)', 'Edit', { file_path: '/home/me/project/out/hosts' }],
    [false, 'Edit(/src/*)', 'Edit', { file_path: '/home/me/project/src/a/b.ts' }],
    [false, 'Edit(/src/**/../**)', 'Edit', { file_path: '/home/me/project/src/a.ts' }],
    [false, 'Edit(/src/**)', 'Read', { file_path: '/home/me/project/src/a.ts' }],
    [false, 'Read(/src/**)', 'Edit', { file_path: '/home/me/project/src/a.ts' }],
    [false, 'Write(/src/**)', 'Edit', { file_path: '/home/me/project/src/a.ts' }],
    [false, 'Edit(/src/**)', 'Edit', {}],
    [false, 'Edit(~other/**)', 'Edit', { file_path: '~other/x' }],
  ])('%s: %s, %s %o', (allows, text, tool, input) => {
    expect(decide([text], call(tool, input))).toBe(allows ? `allow by ${text}` : null);
  });

  it('denies by the name that is written as well as by where it leads', () => {
    expect(decide(['deny Edit(/out/**)', 'Edit'], call('Edit', { file_path: 'out/hosts' }))).toBe('deny by deny Edit(/out/**)');
    expect(decide(['deny Edit(//etc/**)', 'Edit'], call('Edit', { file_path: 'out/hosts' }))).toBe('deny by deny Edit(//etc/**)');
  });

  it('is not slow on many stars', () => {
    const deep = `/home/me/project/${'a/'.repeat(500)}b`;
    expect(decide([`Edit(/${'**/a/'.repeat(100)}c)`], call('Edit', { file_path: deep }))).toBeNull();
  });
});

describe('rules about other tools', () => {
  it.each<[boolean, string, string, RuleCall['input']]>([
    [true, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'https://EXAMPLE.com./a?b' }],
    [true, 'WebFetch(domain:*.example.com)', 'WebFetch', { url: 'https://a.example.com' }],
    [false, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'https://a.example.com' }],
    [false, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.com@evil.net/' }],
    [false, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'https://evil.net/example.com' }],
    [false, 'WebFetch(domain:*.example.com)', 'WebFetch', { url: 'https://badexample.com' }],
    [false, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'no url' }],
    [false, 'WebFetch(domain:example.com)', 'WebFetch', { url: 'ftp://example.com/a' }],
    [false, 'WebFetch(example.com)', 'WebFetch', { url: 'https://example.com' }],
    [true, 'mcp__srv__tool', 'mcp__srv__tool', {}],
    [true, 'mcp__srv', 'mcp__srv__tool', {}],
    [true, 'mcp__srv__*', 'mcp__srv__tool', {}],
    [false, 'mcp__srv__tool', 'mcp__srv__tool__two', {}],
    [true, 'mcp__srv__do__it', 'mcp__srv__do__it', {}],
    [false, 'mcp__srv', 'mcp__srv__do__it', {}],
    [false, 'mcp__srv__*', 'mcp__srv__do__it', {}],
    [false, 'mcp__srv', 'mcp__srv2__tool', {}],
    [false, 'mcp__srv__tool', 'mcp__srv__other', {}],
    [true, 'Skill(pdf)', 'Skill', { skill: 'pdf' }],
    [false, 'Skill(pdf)', 'Skill', { skill: 'pdf', args: 'x' }],
    [true, 'Skill(pdf:*)', 'Skill', { skill: 'pdf', args: 'x' }],
    [true, 'WebSearch', 'WebSearch', { query: 'x' }],
    [false, 'WebSearch(x)', 'WebSearch', { query: 'x' }],
    [false, 'Bash', 'PowerShell', { command: 'ls' }],
  ])('%s: %s, %s %o', (allows, text, tool, input) => {
    expect(decide([text], call(tool, input))).toBe(allows ? `allow by ${text}` : null);
  });
});

it('denies every tool that may be of a server', () => {
  expect(decide(['deny mcp__srv'], call('mcp__srv__do__it', {}))).toBe('deny by deny mcp__srv');
});

it('knows all of Bash in any spelling', () => {
  const texts = [
    'Bash',
    'Bash(*)',
    'Bash(* *)',
    'Bash(*:*)',
    'Bash(** * *)',
    'Bash(npm *)',
    'Bash(* --version)',
    "Bash('*' *)",
    'WebSearch',
  ];
  expect(texts.filter((text) => isAnyCommand(aRule(text)))).toEqual(texts.slice(0, 5));
});

describe('scopes', () => {
  it.each<[RuleScope, boolean]>([
    [{ kind: 'everywhere' }, true],
    [{ kind: 'session', sessionId: SessionId.parse('one') }, true],
    [{ kind: 'session', sessionId: SessionId.parse('two') }, false],
    [{ kind: 'folder', folder: '/home/me/project' }, true],
    [{ kind: 'folder', folder: '/home/me' }, false],
  ])('%o holds: %s', (scope, holds) => {
    expect(decideByRules([aRule('Bash', scope)], bash('ls')) !== null).toBe(holds);
  });
});

describe('suggestRules', () => {
  const offered = (asked: RuleCall, suggestions: readonly RulePattern[] = []) => suggestRules(asked, suggestions).map(printRule);

  it('gives the CLI’s own rules first', () => {
    const suggested = [{ tool: 'Bash', content: 'npm run *' }];
    expect(offered(bash('npm run build'), suggested)).toEqual(['Bash(npm run *)', 'Bash(npm run build)', 'Bash']);
  });

  it.each<[RuleCall, string[]]>([
    [bash('npm run build'), ['Bash(npm run build)', 'Bash(npm run *)', 'Bash']],
    [bash('touch a.txt'), ['Bash(touch a.txt)', 'Bash']],
    [bash('git add *.ts'), ['Bash(git add *)', 'Bash']],
    [bash('sudo npm install'), ['Bash(sudo npm install)', 'Bash']],
    [bash('a && b'), ['Bash(a && b)', 'Bash']],
    [bash("python -c 'x'"), ["Bash(python -c 'x')", 'Bash']],
    [call('Write', { file_path: 'src/a.ts' }), ['Edit(//home/me/project/src/**)']],
    [call('Write', { file_path: 'out/hosts' }), ['Edit(//etc/**)']],
    [call('Write', { file_path: '/a.ts' }), []],
    [call('Read', { file_path: '/etc/hosts' }), ['Read(//etc/**)']],
    [call('Grep', { pattern: 'x', path: '/etc' }), ['Read(//etc/**)']],
    [call('WebFetch', { url: 'https://example.com/a' }), ['WebFetch(domain:example.com)']],
    [call('WebFetch', { url: 'odd' }), []],
    [call('WebSearch', { query: 'x' }), ['WebSearch']],
    [call('mcp__srv__tool', {}), ['mcp__srv__tool']],
    [call('Skill', { skill: 'pdf' }), ['Skill(pdf)']],
  ])('%o', (asked, rules) => {
    expect(offered(asked)).toEqual(rules);
  });

  it('offers only what would have allowed the call, and says which is exact', () => {
    const asked = bash('npm run build');
    const candidates = suggestRules(asked);
    expect(candidates.map((candidate) => decide([printRule(candidate)], asked))).not.toContain(null);
    expect(candidates).toEqual([
      { tool: 'Bash', content: 'npm run build', label: 'This very command', exact: true, sessionOnly: false },
      { tool: 'Bash', content: 'npm run *', label: 'Commands like npm run *', exact: false, sessionOnly: false },
      { tool: 'Bash', content: null, label: 'All Bash in this session', exact: false, sessionOnly: true },
    ]);
    expect(suggestRules(call('Monitor', { command: 'tail -f log' }))).toMatchObject([
      { label: 'All Monitor in this session', sessionOnly: true },
    ]);
    expect(suggestRules(call('Write', { file_path: 'src/a.ts' }))[0]?.label).toBe('Writes to /home/me/project/src');
  });
});
