import { describe, expect, it } from 'vitest';
import { type Scenario, text, tool } from '../../e2e/support/scripted-api';
import { oldVersion } from '../../scripts/claude-cli.mjs';
import { type Box, type Talk, useBox, versions } from './support';

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

const isOld = ([version]: readonly [string, string]) => version === oldVersion;
/** Whether a model got the message. */
const wasRead = (box: Box, word: string) => box.api.seen.some(({ messages }) => messages.some((one) => one.text.includes(greeting(word))));

async function startIdle(box: Box): Promise<Talk> {
  const talk = await box.start('[[hello]]');
  expect(await talk.outcomes(1)).toEqual(['done']);
  await talk.reaches('idle');
  return talk;
}

describe.each(versions.filter((one) => !isOld(one)))('a message that a session of Claude %s gets from another', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('waits for a person: it is dropped, or let in as the message of the other', async () => {
    const talk = await startIdle(box);
    await box.start(`[[tell:${talk.pid} first]]`);
    expect(await talk.ask()).toMatchObject({ kind: 'permission', tool: 'ReceiveMessage', defaultToNo: true });
    await talk.decide({ answer: 'deny' });
    await talk.asks(0);

    const other = await box.start(`[[tell:${talk.pid} second]]`);
    await talk.ask();
    expect(wasRead(box, 'second')).toBe(false);
    await talk.decide({ answer: 'allow' });
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    await talk.asks(0);
    expect([wasRead(box, 'first'), wasRead(box, 'second')]).toEqual([false, true]);
    expect(talk.notes('message')).toMatchObject([{ sender: { kind: 'session' }, text: greeting('second') }]);
    expect(talk.of('user').map((item) => item.text)).toEqual(['[[hello]]']);

    // Later ones are held again.
    other.send(`[[tell:${talk.pid} third]]`);
    await talk.ask();
    expect(wasRead(box, 'third')).toBe(false);
  });
});

describe.each(versions.filter(isOld))('a message to a session of Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('does not arrive, and both sessions go on', async () => {
    const talk = await startIdle(box);
    const other = await box.start(`[[tell:${talk.pid} first]]`);
    expect(await other.outcomes(1)).toEqual(['done']);
    talk.send('[[hello]] again');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    await talk.asks(0);
    expect([talk.notes('message'), wasRead(box, 'first')]).toEqual([[], false]);
  });
});
