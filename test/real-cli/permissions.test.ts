import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import type { Remember, RulePattern } from '../../src/shared/rule';
import { defaultSettings } from '../../src/shared/settings';
import { until } from '../until';
import { bash, type Talk, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    touch: [(file) => bash(`touch ${file}`), text('Made it.')],
    'touch-two': [(file) => bash(`touch ${file}-1`), (file) => bash(`touch ${file}-2`), text('Made both.')],
    'make-and-remove': [(file) => bash(`mkdir ${file}`), (file) => bash(`rm -rf ${file}`), text('Gone.')],
    read: [(file) => tool('Read', { file_path: file }), text('Read it.')],
    things: [tool('mcp__things__look', {}), tool('mcp__things__change', {}), text('Looked and changed.')],
    'escaped-bracket': [bash(String.raw`touch 'a\(b'`), text('Made it.')],
    'plain-bracket': [bash(`touch 'a(b'`), text('Made it.')],
    'in-brackets': [(folder) => tool('Write', { file_path: `${folder}/[id]/a`, content: '' }), text('Wrote it.')],
    'beside-brackets': [(folder) => tool('Write', { file_path: `${folder}/i/a`, content: '' }), text('Wrote it.')],
    plan: [tool('ExitPlanMode', { plan: '# Do it' }), text('I will wait.')],
    later: [(file) => bash(`touch ${file}`), text('I will wait.')],
    again: [(file) => bash(`touch ${file}`), text('Done after all.')],
  },
};

describe.each(versions)('permissions with Claude %s', (version, claude) => {
  const box = useBox({ claude, scenario });
  beforeAll(() => {
    const things = {
      command: process.execPath,
      args: [path.join(import.meta.dirname, 'mcp-server.mjs')],
      env: { ELECTRON_RUN_AS_NODE: '1', LISTED: listed() },
    };
    writeFileSync(path.join(box.home.configDir, '.claude.json'), JSON.stringify({ mcpServers: { things } }));
  });
  afterEach(() => {
    box.core.settings.change({ timeouts: defaultSettings.timeouts });
    for (const { id } of box.core.rules.list) box.core.rules.revoke(id);
  });

  const listed = () => path.join(box.home.home, 'tools-listed');
  const decisions = () =>
    box.core.ledger
      .decisions()
      .map(({ summary, decision, surface, reason }) => ({ summary, decision, surface, reason }))
      .reverse();
  const asked = async (talk: Talk, remember: Remember) => {
    const { id } = await talk.ask();
    await box.core.desk.decide(id, { answer: 'allow' }, 'dialog', { remember });
  };

  it('in the mode “all” run without a person, each with a row in the ledger; what destroys still asks', async () => {
    const folder = box.folder();
    const talk = await box.start('[[make-and-remove:build]]', { folder, permissions: { mode: 'all', minutes: 30 } });
    const ask = await talk.ask();
    expect([ask.input.command, existsSync(path.join(folder, 'build'))]).toEqual(['rm -rf build', true]);
    expect(talk.of('tool')[0]).toMatchObject({ status: 'ok', decision: { answer: 'allow', surface: 'mode' } });
    expect(decisions().at(-1)).toMatchObject({ summary: 'Runs `mkdir build`', decision: 'allow', surface: 'mode' });
    expect(talk.summary.permissions).toEqual({ mode: 'all', until: expect.any(Number) });
    await talk.decide({ answer: 'allow' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(existsSync(path.join(folder, 'build'))).toBe(false);
  });

  it('in the mode “safe” read without a person; changing the mode lets go what already waits', async () => {
    const folder = box.folder();
    const talk = await box.start('[[touch:a.txt]]', { folder, permissions: { mode: 'safe' } });
    await talk.ask();
    talk.session.setPermissions({ mode: 'all', minutes: 30 });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(existsSync(path.join(folder, 'a.txt'))).toBe(true);
  });

  it('of an MCP tool that says it only reads are given in the mode “safe”; of another are asked for', async () => {
    rmSync(listed(), { force: true });
    const talk = await box.start(null, { trust: true, permissions: { mode: 'safe' } });
    // Some versions don't wait for a slow server before the first turn.
    await until(() => expect(existsSync(listed())).toBe(true));
    talk.send('[[things]]');
    // The first call may be asked about until the CLI has sent the read-only hint.
    await until(() => expect(box.core.desk.list).toMatchObject([{ tool: 'mcp__things__change' }]));
    // The oldest version does not name the server.
    expect(box.core.desk.list[0]?.mcpServer).toEqual(version === '2.1.197' ? null : { name: 'things', source: 'user' });
    expect(talk.of('tool')[0]).toMatchObject({ name: 'mcp__things__look', status: 'ok', decision: { surface: 'mode' } });
    await talk.decide({ answer: 'allow' });
    expect(await talk.outcomes(1)).toEqual(['done']);
  });

  it('are remembered for the session: the next call that the rule speaks of runs, and the transcript names the rule', async () => {
    const folder = box.folder();
    const talk = await box.start('[[touch-two:one]]', { folder });
    await asked(talk, { tool: 'Bash', content: 'touch *', scope: 'session', inClaude: false });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(existsSync(path.join(folder, 'one-2'))).toBe(true);
    expect(talk.of('tool').map(({ decision }) => [decision?.surface, decision?.by])).toEqual([
      ['dialog', null],
      ['rule', 'rule Bash(touch *)'],
    ]);
    expect(decisions().at(-1)).toMatchObject({ decision: 'allow', surface: 'rule', reason: 'rule Bash(touch *)' });

    const other = await box.start('[[touch:other.txt]]');
    expect(await other.ask()).toMatchObject({ input: { command: 'touch other.txt' } });
  });

  it('are remembered everywhere, also in Claude’s own settings when that is wanted, and a revoked rule no longer counts', async () => {
    const talk = await box.start('[[touch:one.txt]]');
    await asked(talk, { tool: 'Bash', content: 'touch one.txt', scope: 'folder', inClaude: true });
    expect(await talk.outcomes(1)).toEqual(['done']);
    const file = path.join(talk.summary.folder, '.claude', 'settings.local.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Bash(touch one.txt)'] } });
    const [rule] = box.core.rules.list;
    box.core.rules.revoke(rule?.id ?? '');
    expect(box.core.rules.list).toEqual([]);
  });

  it.each<[string, string, (folder: string) => RulePattern]>([
    ['escaped-bracket', 'plain-bracket', () => ({ tool: 'Bash', content: String.raw`touch 'a\(b'` })],
    ['in-brackets', 'beside-brackets', (folder) => ({ tool: 'Edit', content: `/${folder}/[id]/**` })],
  ])('are given by Claude itself once they stand in its settings, for just what was shown: %s, not %s', async (shown, other, rule) => {
    const folder = box.folder();
    const first = await box.start(`[[${shown}:${folder}]]`, { folder });
    const { id } = await first.ask();
    box.core.rules.prepare(box.core.desk.asked(id), { ...rule(folder), scope: 'everywhere', inClaude: true });
    const second = await box.start(`[[${shown}:${folder}]]`, { folder });
    expect(await second.outcomes(1)).toEqual(['done']);
    expect(second.of('tool').map(({ status, decision }) => [status, decision])).toEqual([['ok', undefined]]);
    const third = await box.start(`[[${other}:${folder}]]`, { folder });
    await third.ask();
    rmSync(path.join(box.home.configDir, 'settings.json'));
  });

  it('tell how many past asks a rule would have matched', async () => {
    const talk = await box.start('[[touch:count.txt]]');
    const { id } = await talk.ask();
    const offer = box.core.rules.offer(box.core.desk.asked(id));
    expect(offer.candidates.map(({ content }) => content)).toContain('touch count.txt');
    const before = box.core.tryRule(id, { tool: 'Bash', content: 'touch *', scope: 'everywhere', inClaude: false });
    await talk.decide({ answer: 'allow' });
    await talk.outcomes(1);
    const next = await box.start('[[touch:count-2.txt]]');
    const after = box.core.tryRule((await next.ask()).id, { tool: 'Bash', content: 'touch *', scope: 'everywhere', inClaude: false });
    expect(after.count).toBe(before.count + 1);
    expect(after.matches[0]).toMatchObject({ summary: 'Runs `touch count.txt`', decision: 'allow' });
  });

  it('are given with a note that the running turn gets as a message', async () => {
    const talk = await box.start('[[touch:noted.txt]]');
    await talk.decide({ answer: 'allow', note: 'but name the next one better' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    // Both are in the same turn, so there is one end.
    await box.api.waitForRequest(({ messages }) => messages.some(({ text: said }) => said.includes('but name the next one better')));
    expect(talk.of('tool')).toMatchObject([{ status: 'ok', decision: { note: 'but name the next one better' } }]);
    expect(talk.of('user').map(({ text: said, state }) => [said, state])).toContainEqual(['but name the next one better', 'sent']);
  });

  it('show what was changed before they were given', async () => {
    const talk = await box.start('[[touch:proposed.txt]]');
    await talk.decide({ answer: 'allow', input: { command: 'touch better.txt', description: 'A command' } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([
      { input: { command: 'touch proposed.txt' }, decision: { edited: { command: 'touch better.txt' } } },
    ]);
  });

  it('whose time runs out are put off; the later yes reaches Claude as a message, and the same call runs once without asking', async () => {
    box.core.settings.change({ timeouts: { ...defaultSettings.timeouts, permission: { minutes: 0.02, policy: 'late' } } });
    const folder = box.folder();
    const talk = await box.start('[[later:late.txt]]', { folder });
    await until(() => expect(box.core.desk.list).toMatchObject([{ note: 'late' }]));
    expect(await talk.outcomes(1)).toEqual(['done']);
    await talk.decide({ answer: 'allow' });
    await box.api.waitForRequest(({ text: said }) => said.includes('has allowed your call of Bash'));
    await talk.outcomes(2);
    talk.send('[[again:late.txt]]');
    expect(await talk.outcomes(3)).toEqual(['done', 'done', 'done']);
    expect(existsSync(path.join(folder, 'late.txt'))).toBe(true);
    expect(talk.of('tool').at(-1)).toMatchObject({ status: 'ok', decision: { by: 'your later answer' } });
  });

  it('for a plan that come too late end plan mode all the same, and edits are accepted if that was the answer', async () => {
    box.core.settings.change({ timeouts: { ...defaultSettings.timeouts, plan: { minutes: 0.02, policy: 'late' } } });
    const talk = await box.start('[[plan]]', { planFirst: true });
    await until(() => expect(box.core.desk.list).toMatchObject([{ kind: 'plan', note: 'late' }]));
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.summary.mode).toBe('plan');
    await talk.decide({ answer: 'allow', acceptEdits: true });
    await box.api.waitForRequest(({ text: said }) => said.includes('has approved your plan. Plan mode is over'));
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(talk.summary.mode).toBe('acceptEdits');
  });

  it('that were put off are given after a restart: the run that is started for it does not take the denial for the answer', async () => {
    box.core.settings.change({ timeouts: { ...defaultSettings.timeouts, permission: { minutes: 0.02, policy: 'late' } } });
    const talk = await box.start('[[later:later.txt]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    await box.onDisk('I will wait.');
    await box.core.close();
    box.reopen();
    const again = box.talk(talk.id);
    await again.decide({ answer: 'allow' });
    expect(await again.outcomes(2)).toEqual(['done', 'done']);
    expect(decisions().slice(-2)).toMatchObject([
      { decision: 'deny', surface: 'timeout' },
      { decision: 'allow', surface: 'dialog' },
    ]);
  });

  it('whose time runs out are denied when that was chosen, and Claude reads that nobody answered', async () => {
    box.core.settings.change({ timeouts: { ...defaultSettings.timeouts, permission: { minutes: 0.02, policy: 'deny' } } });
    const talk = await box.start('[[touch:nobody.txt]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([{ status: 'denied', result: { text: 'Nobody answered within 0.02 minutes.' } }]);
  });

  it('are not approved by a mode of an earlier life of the app, and the transcript says so', async () => {
    const talk = await box.start('[[touch:first.txt]]', { permissions: { mode: 'all', minutes: 30 } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    await talk.reaches('idle');
    await box.core.close();
    box.reopen();
    const again = box.talk(talk.id);
    expect(again.summary.permissions).toEqual({ mode: 'ask', until: null });
    again.send('[[touch:second.txt]]');
    expect(await again.ask()).toMatchObject({ input: { command: 'touch second.txt' } });
    expect(again.notes('permission-mode')).toMatchObject([
      { mode: 'all', ended: null },
      { mode: 'ask', ended: 'restart' },
    ]);
  });
});
