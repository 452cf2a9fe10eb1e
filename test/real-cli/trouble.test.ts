import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiError, hang, type Scenario, text } from '../../e2e/support/scripted-api';
import { until } from '../until';
import { useBox, versions } from './support';

const overloaded = apiError(529, 'overloaded_error', 'Overloaded', { 'retry-after': '0' });
const limited = apiError(429, 'rate_limit_error', 'Too many requests', { 'retry-after': '1' });

const scenario: Scenario = {
  rules: [
    { when: ({ play }) => play?.name === 'overloaded-once', reply: overloaded, times: 1 },
    { when: ({ play }) => play?.name === 'limited-once', reply: limited, times: 1 },
  ],
  plays: {
    hello: [text('Hello.')],
    unauthorized: [apiError(401, 'authentication_error', 'invalid x-api-key')],
    limited: [limited],
    'limited-once': [text('Here I am.')],
    overloaded: [overloaded],
    'overloaded-once': [text('Here I am.')],
    refused: [text('Never said.')],
    hang: [hang()],
  },
};

describe.each(versions)('trouble with Claude %s', (version, claude) => {
  describe('when the API', () => {
    const box = useBox({ claude, scenario, env: { CLAUDE_CODE_MAX_RETRIES: '1' } });

    it.each([
      ['does not know the key', { play: 'unauthorized', status: 401, retried: 'authentication_failed', error: 'authentication_failed' }],
      ['was asked too often', { play: 'limited', status: 429, retried: 'rate_limit', error: 'rate_limit' }],
      // When it gives up, the CLI uses the same error as for every server failure.
      ['is overloaded', { play: 'overloaded', status: 529, retried: 'overloaded', error: 'server_error' }],
    ])('%s, says so while it tries again and in the end, and goes on', async (_what, { play, status, retried, error }) => {
      const talk = await box.start(`[[${play}]]`);
      expect(await talk.outcomes(1)).toEqual(['failed']);
      await talk.reaches('idle');
      expect(talk.retries).toMatchObject([{ attempt: 1, max: 1, status, error: retried }]);
      expect(talk.summary).toMatchObject({ retry: null, trouble: null });
      expect(talk.notes('retry')).toMatchObject([{ attempt: 1, max: 1, status, over: true }]);
      expect(talk.notes('api-error')).toMatchObject([{ error, status }]);
      expect(talk.of('result')).toMatchObject([{ outcome: 'failed', apiErrorStatus: status }]);
      talk.send('[[hello]]');
      expect(await talk.outcomes(2)).toEqual(['failed', 'done']);
    });

    it('says how long to wait, says until when', async () => {
      const talk = await box.start('[[limited-once]]');
      expect(await talk.outcomes(1)).toEqual(['done']);
      const [wait = 0, ...others] = talk.of('note').map(({ at, note }) => (note.what === 'retry' ? note.retryAtMs - at : 0));
      // Since 2.1.327 the CLI adds a random part of a second to the time that the API names.
      expect([others, wait >= 1_000, wait < 2_000]).toEqual([[], true, true]);
    });

    it('is overloaded for a moment, gets through', async () => {
      const talk = await box.start('[[overloaded-once]]');
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(talk.retries).toMatchObject([{ attempt: 1, status: 529, error: 'overloaded' }]);
      expect([talk.summary.retry, talk.notes('api-error')]).toEqual([null, []]);
      expect(talk.notes('retry')).toMatchObject([{ over: true }]);
    });

    it('can’t be reached, says so, and goes on when it can', async () => {
      const talk = await box.start(null);
      await talk.reaches('idle');
      await box.api.refuseConnections();
      talk.send('[[refused]]');
      expect(await talk.outcomes(1)).toEqual(['failed']);
      await talk.reaches('idle');
      expect(talk.retries).toMatchObject([{ attempt: 1, max: 1, status: null }]);
      expect(talk.notes('api-error')).toMatchObject([{ status: null, text: expect.stringMatching(/connect/i) }]);
      await box.api.acceptConnections();
      talk.send('[[hello]]');
      expect(await talk.outcomes(2)).toEqual(['failed', 'done']);
    });
  });

  describe('in a folder with its own hooks and servers', () => {
    const box = useBox({ claude, scenario });

    function tricky() {
      const folder = box.folder();
      const marks = ['session-start', 'prompt', 'server'].map((name) => path.join(folder, `${name}-ran`));
      const [start, prompt, server] = marks;
      const hook = (file: string | undefined) => [{ hooks: [{ type: 'command', command: `touch ${file}` }] }];
      mkdirSync(path.join(folder, '.claude'));
      writeFileSync(
        path.join(folder, '.claude', 'settings.json'),
        JSON.stringify({ hooks: { SessionStart: hook(start), UserPromptSubmit: hook(prompt) } }),
      );
      writeFileSync(
        path.join(folder, '.mcp.json'),
        JSON.stringify({ mcpServers: { tricky: { command: 'sh', args: ['-c', `touch ${server}`] } } }),
      );
      return { folder, whatRan: () => marks.filter((file) => existsSync(file)).map((file) => path.basename(file)) };
    }

    it('runs none of them until the folder is trusted', async () => {
      const { folder, whatRan } = tricky();
      const wouldRun = ['Hooks in .claude/settings.json: SessionStart, UserPromptSubmit', 'MCP servers in .mcp.json: tricky'];
      expect(await box.core.sessions.folders.inspect(folder)).toEqual({ real: folder, trusted: false, wouldRun, repository: null });
      const untrusted = await box.start('[[hello]]', { folder, trust: false });
      expect(await untrusted.outcomes(1)).toEqual(['done']);
      await untrusted.session.stop();
      expect([untrusted.summary.trusted, whatRan()]).toEqual([false, []]);

      const trusted = await box.start('[[hello]]', { folder, trust: true });
      expect(await trusted.outcomes(1)).toEqual(['done']);
      await until(() => expect(whatRan()).toEqual(['session-start-ran', 'prompt-ran', 'server-ran']));
      expect(trusted.summary.trusted).toBe(true);
      expect(await box.core.sessions.folders.inspect(folder)).toMatchObject({ trusted: true });
    });
  });

  describe.each(['bypassPermissions', 'acceptEdits'])('that starts in the mode %s unasked', (mode) => {
    const box = useBox({ claude, scenario });

    it('is stopped, with an explanation', async () => {
      const folder = box.folder();
      const wrapper = path.join(box.home.home, 'wrapper');
      writeFileSync(wrapper, `#!/bin/sh\nexec '${claude}' "$@" --permission-mode ${mode}\n`);
      chmodSync(wrapper, 0o755);
      await box.core.close();
      box.reopen({ SIGNALBOX_CLAUDE: wrapper });
      // The older version reports its mode only when a turn begins, and by then it has called the model.
      const talk = await box.start('[[hang]]', { folder });
      await talk.reaches('failed');
      expect(talk.summary).toMatchObject({ trouble: { code: 'mode-wider' }, pid: null });
      expect(talk.summary.trouble?.text).toContain(mode);
      expect(talk.of('tool')).toEqual([]);
      if (version !== '2.1.197') expect([box.api.seen, talk.summary.offered?.text]).toEqual([[], '[[hang]]']);
    });
  });
});
