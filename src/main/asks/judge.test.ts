import { describe, expect, it } from 'vitest';
import { aRule } from '../../../test/a-rule';
import type { RiskMark } from '../../shared/risk';
import { type JudgeInput, judge } from './judge';
import { riskOf } from './risk';

/** As the desk would ask: the marks are those of the call. */
function verdict(
  tool: string,
  input: JudgeInput['call']['input'],
  given: Partial<Omit<JudgeInput, 'rules' | 'call'>> & { rules?: string[]; hint?: boolean; unsafe?: boolean } = {},
): string {
  const { rules = [], hint, unsafe = false, ...rest } = given;
  const call = {
    tool,
    input,
    cwd: '/project',
    home: '/home/me',
    realpath: (place: string) => place,
    sessionId: 'one',
    mcpHints: { readOnly: hint === true, openWorld: false, destructive: false },
  };
  const said = judge({
    mode: 'ask',
    mustAsk: false,
    marks: riskOf({ ...call, decisionReasonType: unsafe ? 'safetyCheck' : undefined }),
    now: 1_000,
    allUntil: null,
    ...rest,
    rules: rules.map((text) => aRule(text)),
    call,
  });
  if (said.by === 'person') return 'person';
  return said.by === 'rule' ? `${said.decision} by ${said.rule.id}` : `${said.decision} by mode ${said.mode}`;
}
const bash = (command: string, given?: Parameters<typeof verdict>[2]) => verdict('Bash', { command }, given);
const all = { mode: 'all', allUntil: 2_000 } as const;

describe('the modes', () => {
  it.each<[string, string]>([
    ['ask: reads', bash('git status')],
    ['safe: writes', bash('touch a', { mode: 'safe' })],
    ['safe: runs', bash('npm test', { mode: 'safe' })],
    ['safe: reads outside', bash('cat /etc/hosts', { mode: 'safe' })],
    ['safe: a secret', bash('cat .env', { mode: 'safe' })],
    ['safe: what the CLI holds unsafe', bash('git status', { mode: 'safe', unsafe: true })],
    ['safe: a server’s tool that says nothing', verdict('mcp__a__b', {}, { mode: 'safe' })],
    ['safe: a server’s tool and a secret', verdict('mcp__a__b', { path: '.env' }, { mode: 'safe', hint: true })],
    ['safe: a server that says it reads, and SQL that drops', verdict('mcp__a__b', { sql: 'drop table x' }, { mode: 'safe', hint: true })],
    ['safe: a server that says it reads, and a file outside', verdict('mcp__a__save', { path: '../x' }, { mode: 'safe', hint: true })],
    ['safe: an edit', verdict('Edit', { file_path: '/project/a' }, { mode: 'safe' })],
    ['all: a mark', bash('rm x', all)],
    ['all: network', bash('npm install', all)],
    ['all: not understood', bash("echo 'open", all)],
    ['all: what the CLI holds unsafe', bash('npm test', { ...all, unsafe: true })],
    ['all: a deletion that is watched', verdict('Monitor', { command: 'rm x' }, all)],
    ['all: code', verdict('REPL', { code: 'x' }, all)],
    ['all: a write behind a blank', verdict('Write', { file_path: ' /etc/x' }, all)],
    ['safe: a read behind a blank', verdict('Read', { file_path: ' /etc/x' }, { mode: 'safe' })],
    ['safe: a variable set in a case', bash('case $((PATH=0)) in *) ls;; esac', { mode: 'safe' })],
    ['all: a write outside', verdict('Write', { file_path: '/etc/x' }, all)],
    ['all: the time is over', bash('npm test', { ...all, now: 2_000 })],
    ['all: the time is over, and it reads', bash('git status', { ...all, now: 2_000 })],
    ['all: without a time', bash('npm test', { mode: 'all' })],
    ['all: a question', verdict('AskUserQuestion', {}, all)],
    ['all: a plan', verdict('ExitPlanMode', {}, all)],
  ])('leave it to a person: %s', (_, said) => {
    expect(said).toBe('person');
  });

  it.each<[string, string, string]>([
    ['safe: reads', bash('git status && cat a | head', { mode: 'safe' }), 'allow by mode safe'],
    ['safe: the Read tool', verdict('Read', { file_path: '/project/a' }, { mode: 'safe' }), 'allow by mode safe'],
    ['safe: a server’s tool that only reads', verdict('mcp__a__b', {}, { mode: 'safe', hint: true }), 'allow by mode safe'],
    ['all: runs', bash('npm test', all), 'allow by mode all'],
    ['all: an edit', verdict('Edit', { file_path: '/project/a' }, all), 'allow by mode all'],
  ])('allow: %s', (_, said, expected) => {
    expect(said).toBe(expected);
  });
});

describe('the rules', () => {
  it.each<[string, string, string]>([
    ['allow in any mode', bash('npm run x', { rules: ['Bash(npm run *)'] }), 'allow by Bash(npm run *)'],
    ['come before the mode', bash('npm run x', { ...all, rules: ['Bash(npm run *)'] }), 'allow by Bash(npm run *)'],
    ['deny what the mode would allow', bash('git status', { mode: 'safe', rules: ['deny Bash(git *)'] }), 'deny by deny Bash(git *)'],
    ['deny what is marked', bash('rm x', { rules: ['deny Bash(rm *)', 'Bash(rm x)'] }), 'deny by deny Bash(rm *)'],
    ['deny what the CLI holds unsafe', bash('rm x', { unsafe: true, rules: ['deny Bash'] }), 'deny by deny Bash'],
    ['keep from a mode what a deny may be about', bash('x=b; npm run $x', { ...all, rules: ['deny Bash(npm run b *)'] }), 'person'],
    ['keep from a rule what a deny may be about', bash('npm run -s b', { rules: ['deny Bash(npm run b)', 'Bash(npm run *)'] }), 'person'],
    ['do not allow a mark by a pattern', bash('rm x', { rules: ['Bash(rm *)'] }), 'person'],
    ['do not allow a mark by the whole tool', bash('rm x', { ...all, rules: ['Bash'] }), 'person'],
    ['do not allow the network by a pattern', bash('npm install x', { rules: ['Bash(npm install *)'] }), 'person'],
    ['allow the network by the very command', bash('npm install x', { rules: ['Bash(npm install x)'] }), 'allow by Bash(npm install x)'],
    ['do not allow the same words with another space', bash('npm  install x', { rules: ['Bash(npm install x)'] }), 'person'],
    ['do not allow what destroys, even by the very command', bash('rm x', { rules: ['Bash(rm x)'] }), 'person'],
    ['do not allow what can’t be understood, even letter by letter', bash("echo 'open", { rules: ["Bash(echo 'open)"] }), 'person'],
    ['do not allow what the CLI holds unsafe', bash('rm x', { unsafe: true, rules: ['Bash(rm x)'] }), 'person'],
    [
      'allow a site by its name',
      verdict('WebFetch', { url: 'https://a.b' }, { rules: ['WebFetch(domain:a.b)'] }),
      'allow by WebFetch(domain:a.b)',
    ],
    ['do not allow every site', verdict('WebFetch', { url: 'https://a.b' }, { rules: ['WebFetch'] }), 'person'],
    ['allow the web search', verdict('WebSearch', { query: 'x' }, { rules: ['WebSearch'] }), 'allow by WebSearch'],
    [
      'allow a folder outside by its name',
      verdict('Write', { file_path: '/other/a' }, { rules: ['Edit(//other/**)'] }),
      'allow by Edit(//other/**)',
    ],
    ['do not allow a secret by its folder', verdict('Write', { file_path: '/other/.env' }, { rules: ['Edit(//other/**)'] }), 'person'],
    ['do not allow writes anywhere', verdict('Write', { file_path: '/other/a' }, { rules: ['Edit'] }), 'person'],
    ['do not answer questions', verdict('AskUserQuestion', {}, { rules: ['AskUserQuestion', 'deny AskUserQuestion'] }), 'person'],
  ])('%s', (_, said, expected) => {
    expect(said).toBe(expected);
  });

  it('never get past the CLI’s own safety check as a mark', () => {
    const marks: RiskMark[] = [{ kind: 'safety-check', text: '', grave: true }];
    expect(bash('npm test', { marks, rules: ['Bash(npm test)'] })).toBe('person');
  });
});

describe('what the person’s own settings ask about', () => {
  it.each<[string, string, string]>([
    ['is not read by a mode', bash('git status', { mode: 'safe', mustAsk: true }), 'person'],
    ['is not run by a mode', bash('npm test', { ...all, mustAsk: true }), 'person'],
    ['is not allowed by a rule', bash('npm test', { mustAsk: true, rules: ['Bash(npm test)', 'Bash'] }), 'person'],
    ['is denied by a rule', bash('npm test', { ...all, mustAsk: true, rules: ['deny Bash(npm *)'] }), 'deny by deny Bash(npm *)'],
  ])('%s', (_, said, expected) => {
    expect(said).toBe(expected);
  });
});

describe('a rule that denies', () => {
  const denied = (rule: string, tool: string, input: JudgeInput['call']['input'], allow = 'Bash(echo *)') =>
    verdict(tool, input, { mode: 'safe', rules: [`deny ${rule}`, allow] });

  it.each<[string, string, string]>([
    ['Edit(src/**)', 'echo x > src/a', 'Bash(echo *)'],
    ['Read(src/**)', 'cat src/a', 'Bash(echo *)'],
    ['Read(src/**)', 'cat < src/a', 'Bash(echo *)'],
    ['Read(src/**)', 'grep -rn x .', 'Bash(echo *)'],
    ['Read(src/**)', 'cd src && cat a', 'Bash(echo *)'],
    ['Read(src/secret/**)', 'rg x src', 'Bash(echo *)'],
    ['Bash(npm run deploy *)', 'npm run-script deploy', 'Bash(npm *)'],
    ['Bash(npm run deploy *)', 'parallel npm run ::: deploy', 'Bash(parallel *)'],
  ])('%s leaves %s to a person', (rule, command, allow) => {
    expect(denied(rule, 'Bash', { command }, allow)).toBe('person');
  });

  it.each<[string, string]>([
    ['Read(src/**)', 'cat docs/a'],
    ['Read(src/**)', 'grep -n x docs/a.md'],
    ['Edit(src/**)', 'cat src/a'],
    ['Edit(src/**)', 'ls > /dev/null'],
  ])('%s says nothing of %s', (rule, command) => {
    expect(denied(rule, 'Bash', { command })).toMatch(/^allow/);
  });

  it('leaves a search of the folder around it to a person, and no other', () => {
    const search = (path: string) => denied('Read(src/**)', 'Grep', { pattern: 'x', path });
    expect([search('.'), search('/project'), search('src'), search('docs')].map((said) => said.split(' ')[0])).toEqual([
      'person',
      'person',
      'deny',
      'allow',
    ]);
  });
});
