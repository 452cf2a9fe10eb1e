import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { askInClaudeSettings } from '../../e2e/support/asking-settings';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { askedByWords } from '../../src/shared/asked-by';
import type { PermissionMode } from '../../src/shared/session';
import { bash, type Talk, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    'whole-command': [bash('ls ask-me.txt'), text('Listed.')],
    'part-of-command': [bash('ls | grep x'), text('Searched.')],
    loop: [bash('for f in a b; do grep x $f; done'), text('Searched.')],
    hook: [bash('cat hook-ask.txt'), text('Read.')],
    write: [(folder) => tool('Write', { file_path: `${folder}/written.txt`, content: '' }), text('Written.')],
    'first-touch': [bash('touch first.txt'), text('Made it.')],
    'nobody-asks': [bash('mkdir made && touch made/one'), text('Made it.')],
    rewrite: [bash('touch hook-rewrite'), text('Made it.')],
  },
};

const expected = {
  'whole-command': 'Your rule Bash(ls ask-me*) asks',
  'part-of-command': 'Your rule Bash(grep:*) asks',
  loop: 'Your rule Bash(grep:*) asks',
  hook: 'Your hook asks: a person must look, kestrel',
  write: 'Your rule Write asks',
} as const;

describe.each(versions)('what the person’s own settings ask about, with Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });
  beforeAll(() => askInClaudeSettings(box.home));

  const words = async (talk: Talk) => {
    const { askedBy } = await talk.ask();
    return askedBy && askedByWords(askedBy);
  };
  const plays = Object.entries(expected);
  const modes: PermissionMode[] = ['safe', 'all'];

  it.each(modes.flatMap((mode) => plays.map(([play, who]) => [mode, play, who] as const)))(
    'is asked in the mode “%s”: %s',
    async (mode, play, who) => {
      const folder = box.folder();
      const talk = await box.start(`[[${play}:${folder}]]`, { folder, permissions: mode === 'all' ? { mode, minutes: 30 } : { mode } });
      expect(await words(talk)).toBe(who);
      await talk.decide({ answer: 'deny' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(talk.of('tool')).toMatchObject([{ status: 'denied' }]);
    },
  );

  it('is asked after all of Bash was allowed for the session, and no rule is offered for it', async () => {
    const talk = await box.start('[[first-touch]]');
    const first = await talk.ask();
    const remember = { tool: 'Bash', content: null, scope: 'session', inClaude: false } as const;
    await box.core.desk.decide(first.id, { answer: 'allow' }, 'dialog', { remember });
    expect(await talk.outcomes(1)).toEqual(['done']);
    for (const [turn, [play, who]] of plays.filter(([name]) => name !== 'write').entries()) {
      talk.send(`[[${play}]]`);
      expect(await words(talk)).toBe(who);
      const { id } = await talk.ask();
      expect(box.core.rules.offer(box.core.desk.asked(id))).toMatchObject({ candidates: [], refused: expect.any(String) });
      await talk.decide({ answer: 'allow' });
      expect(await talk.outcomes(turn + 2)).toHaveLength(turn + 2);
    }
  });

  it('is nothing else: a mode still allows what no rule and no hook asks about', async () => {
    const talk = await box.start('[[nobody-asks]]', { permissions: { mode: 'all', minutes: 30 } });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([{ status: 'ok', decision: { surface: 'mode' } }]);
  });

  it('and what a hook changed stands in the transcript as it ran', async () => {
    const folder = box.folder();
    const talk = await box.start('[[rewrite]]', { folder });
    expect(await talk.ask()).toMatchObject({ input: { command: 'touch rewritten.txt' }, changedByHook: true, askedBy: null });
    await talk.decide({ answer: 'allow' });
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('tool')).toMatchObject([
      { input: { command: 'touch hook-rewrite' }, changed: { command: 'touch rewritten.txt' }, decision: { edited: null } },
    ]);
    expect(['hook-rewrite', 'rewritten.txt'].map((file) => existsSync(path.join(folder, file)))).toEqual([false, true]);
  });
});
