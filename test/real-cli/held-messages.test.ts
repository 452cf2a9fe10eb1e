import { describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { oldVersion } from '../../scripts/claude-cli.mjs';
import { useBox, versions } from './support';

const greeting = (word: string) => `The ${word} greeting.`;

const scenario: Scenario = {
  plays: {
    hello: [text('Hello.')],
    tell: [
      (arg) => {
        const [pid, word = ''] = arg.split(' ');
        return tool('SendMessage', { to: `uds:/tmp/cc-socks/${pid}.sock`, summary: 'greeting', message: greeting(word) });
      },
      text('Told.'),
    ],
  },
};

describe.each(versions)('a message that a session of Claude %s gets from another', (version, claude) => {
  const box = useBox({ claude, scenario });
  const wasRead = (word: string) => box.api.seen.some(({ messages }) => messages.some((one) => one.text.includes(greeting(word))));
  const meet = async () => {
    const talk = await box.start('[[hello]]');
    expect(await talk.outcomes(1)).toEqual(['done']);
    await talk.reaches('idle');
    return talk;
  };
  const tell = async (pid: number, word: string) => {
    const other = await box.start(`[[tell:${pid} ${word}]]`);
    expect(await other.outcomes(1)).toEqual(['done']);
  };

  it.skipIf(version === oldVersion)('waits for a person: it is dropped, or let in as the message of the other', async () => {
    const talk = await meet();
    await tell(talk.pid, 'first');
    expect(await talk.ask()).toMatchObject({ kind: 'permission', tool: 'ReceiveMessage', defaultToNo: true });
    await talk.decide({ answer: 'deny' });
    await talk.asks(0);

    await tell(talk.pid, 'second');
    await talk.ask();
    expect(wasRead('second')).toBe(false);
    await talk.decide({ answer: 'allow' });
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    await talk.asks(0);
    expect([wasRead('first'), wasRead('second')]).toEqual([false, true]);
    expect(talk.notes('message')).toMatchObject([{ sender: { kind: 'session' }, text: greeting('second') }]);
    expect(talk.of('user').map((item) => item.text)).toEqual(['[[hello]]']);

    // Later ones are held again.
    await tell(talk.pid, 'third');
    await talk.ask();
    expect(wasRead('third')).toBe(false);
  });

  it.runIf(version === oldVersion)('never arrives, because that version has no socket for it, and both go on', async () => {
    const talk = await meet();
    await tell(talk.pid, 'first');
    talk.send('[[hello]] again');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    await talk.asks(0);
    expect([talk.notes('message'), wasRead('first')]).toEqual([[], false]);
  });
});
