import { describe, expect, it } from 'vitest';
import { type LaunchRequest, launchPlan, modeIsWider } from './launch-plan';

const request: LaunchRequest = {
  claude: { command: '/opt/claude' },
  session: {
    cwd: '/project',
    conversation: { kind: 'new', sessionId: 'one' },
    permissionMode: 'default',
    trusted: true,
  },
  runId: 'run-1',
  builtInTools: ['ask_user', 'show_user'],
  shell: null,
  env: {},
};
const always = [
  '-p',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--permission-prompt-tool=stdio',
  '--verbose',
  '--include-partial-messages',
  '--mcp-config={"mcpServers":{"signalbox":{"type":"sdk","name":"signalbox","timeout":86400000,"alwaysLoad":true}}}',
  '--allowedTools=mcp__signalbox__ask_user,mcp__signalbox__show_user',
];
const given = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1', CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1' };
const safePlan =
  '--settings={"useAutoModeDuringPlan":false,"crossSessionInbound":"hold","env":{"CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR":"1"}}';

describe('launchPlan', () => {
  it('starts a new session in a trusted folder, its mode said outright', () => {
    expect(launchPlan(request)).toEqual({
      command: '/opt/claude',
      args: [...always, '--permission-mode=default', safePlan, '--session-id=one'],
      env: { ...given, SIGNALBOX_RUN: 'run-1' },
      cwd: '/project',
    });
  });

  it('keeps an untrusted folder’s own settings and servers out', () => {
    const { args } = launchPlan({ ...request, session: { ...request.session, permissionMode: 'plan', trusted: false } });
    expect(args).toEqual([
      ...always,
      '--permission-mode=plan',
      safePlan,
      '--session-id=one',
      '--setting-sources=user',
      '--strict-mcp-config',
    ]);
  });

  it('resumes, and forks under an id of its own', () => {
    const argsFor = (conversation: LaunchRequest['session']['conversation']) =>
      launchPlan({ ...request, session: { ...request.session, conversation } }).args.slice(always.length + 2);
    expect(argsFor({ kind: 'resume', sessionId: 'one' })).toEqual(['--resume=one']);
    expect(argsFor({ kind: 'fork', from: 'one', sessionId: 'two' })).toEqual(['--resume=one', '--fork-session', '--session-id=two']);
  });

  it('names the shell for commands where no other settings win over it', () => {
    const { args, env } = launchPlan({ ...request, shell: '/bin/zsh', env: { CLAUDE_CODE_SHELL: '/bin/bash' } });
    expect([args.find((arg) => arg.startsWith('--settings=')), env.CLAUDE_CODE_SHELL]).toEqual([
      '--settings={"useAutoModeDuringPlan":false,"crossSessionInbound":"hold","env":{"CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR":"1","CLAUDE_CODE_SHELL":"/bin/zsh"}}',
      '/bin/zsh',
    ]);
  });

  it('gives no value the chance to be a flag', () => {
    const { args } = launchPlan({
      ...request,
      session: { ...request.session, conversation: { kind: 'resume', sessionId: '--verbose' }, model: '--version' },
    });
    expect(args.slice(always.length + 2)).toEqual(['--resume=--verbose', '--model=--version']);
  });

  it('runs a script by its runtime', () => {
    const claude = { command: '/opt/electron', argsBefore: ['/demo.mjs'], env: { ELECTRON_RUN_AS_NODE: '1' } };
    const { command, args, env } = launchPlan({ ...request, claude, env: { ELECTRON_RUN_AS_NODE: '0' } });
    expect([command, args.slice(0, 2), env.ELECTRON_RUN_AS_NODE]).toEqual(['/opt/electron', ['/demo.mjs', '-p'], '1']);
  });

  it('passes the environment on as it is, but for what is Electron’s own and an outer run’s mark', () => {
    const kept = { HOME: '/home/me', NODE_OPTIONS: '--max-old-space-size=4096', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', PATH: '/bin' };
    const dropped = { ELECTRON_RUN_AS_NODE: '1', ELECTRON_RENDERER_URL: 'x', CHROME_DESKTOP: 'signalbox.desktop', SIGNALBOX_RUN: 'outer' };
    expect(launchPlan({ ...request, env: { ...kept, ...dropped } }).env).toEqual({
      ...kept,
      ...given,
      SIGNALBOX_RUN: 'run-1',
    });
  });
});

it('has every command start in the session’s folder, whatever the environment says', () => {
  const off = { CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '0' };
  const plan = launchPlan({ ...request, claude: { command: '/opt/claude', env: off }, env: off });
  expect(plan.env.CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR).toBe('1');
});

it('tells a wider mode from one that is as asked or narrower', () => {
  const modes = ['plan', 'default', 'dontAsk', 'acceptEdits', 'auto', 'bypassPermissions', 'unheard-of'];
  const widerThan = (asked: string): string[] => modes.filter((got) => modeIsWider(asked, got));
  expect(widerThan('plan')).toEqual(['default', 'dontAsk', 'acceptEdits', 'auto', 'bypassPermissions', 'unheard-of']);
  expect(widerThan('default')).toEqual(['acceptEdits', 'auto', 'bypassPermissions', 'unheard-of']);
});
