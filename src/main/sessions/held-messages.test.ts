import { beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/until';
import type { Decision } from '../../shared/decision';
import { type AskId, SessionId } from '../../shared/ids';
import type { AskDesk } from '../asks/ask-desk';
import { HeldMessages, isAboutHeldMessages } from './held-messages';

type Asked = { incoming: Parameters<AskDesk['ask']>[0]; signal: AbortSignal; deliver: Parameters<AskDesk['ask']>[2] };

let asked: Asked[];
let settled: AskId[];
let said: string[];
let isGone: boolean;
let held: HeldMessages;

const desk: Pick<AskDesk, 'ask' | 'noteResults'> = {
  ask: (incoming, signal, deliver) => void asked.push({ incoming, signal, deliver }),
  noteResults: (ids) => void settled.push(...ids),
};
const peer = {
  letInHeldMessages: async () => {
    if (isGone) throw new Error('gone');
    said.push('let in');
  },
  dropHeldMessage: async (uuid: string) => void said.push(`drop ${uuid}`),
};
const open = () => asked.filter(({ signal }) => !signal.aborted);
const decide = (decision: Decision) =>
  open().at(-1)?.deliver({ status: 'decided', decision, surface: 'dialog', at: 0, scope: 'once', by: null });
const summaries = () => open().map(({ incoming }) => incoming.ask.summary);

beforeEach(() => {
  asked = [];
  settled = [];
  said = [];
  isGone = false;
  held = new HeldMessages(SessionId.parse('s'), { desk, now: () => 0 }, '/project');
});

it('asks a person about a message, which no rule and no mode may answer', () => {
  held.hold({ uuid: 'a', sender: 'tests' }, peer);
  const ask = open()[0]?.incoming.ask;
  expect(ask).toMatchObject({ tool: 'ReceiveMessage', defaultToNo: true, marks: [{ kind: 'safety-check' }], summaryIsComplete: false });
  expect(isAboutHeldMessages(ask?.toolUseId ?? null)).toBe(true);
  expect(summaries()).toEqual(['Lets in a message from another Claude session: tests']);
  expect(ask?.marks[0]?.text).toMatch(/If you deny it, it is dropped\.$/);
});

it('asks once about all that wait, anew with each message', () => {
  held.hold({ uuid: 'a', sender: 'tests' }, peer);
  held.hold({ uuid: 'b', sender: 'docs' }, peer);
  expect(asked).toHaveLength(2);
  expect(summaries()).toEqual(['Lets in 2 messages from another Claude session: tests, docs']);
});

it('lets them in, or drops each, and then the ask is over', async () => {
  held.hold({ uuid: 'a', sender: 'tests' }, peer);
  await decide({ answer: 'allow' });
  held.hold({ uuid: 'b', sender: 'tests' }, peer);
  held.hold({ uuid: 'c', sender: 'tests' }, peer);
  await decide({ answer: 'deny' });
  expect(said).toEqual(['let in', 'drop b', 'drop c']);
  expect(['a', 'b', 'c'].map((uuid) => held.wasDropped(uuid))).toEqual([false, true, true]);
  await until(() => expect(settled).toHaveLength(2));
});

it('withdraws the ask when the CLI settles a message by itself, and when the run ends', () => {
  held.hold({ uuid: 'a', sender: 'tests' }, peer);
  held.hold({ uuid: 'b', sender: 'docs' }, peer);
  held.forget('a', peer);
  expect(summaries()).toEqual(['Lets in a message from another Claude session: docs']);
  held.forget('b', peer);
  expect(open()).toEqual([]);
  held.hold({ uuid: 'c', sender: 'docs' }, peer);
  held.endRun();
  expect(open()).toEqual([]);
  expect(asked.at(-1)?.signal.reason).toBe('withdrawn');
});

it('asks about a message again with the next one when it could not be let in', async () => {
  held.hold({ uuid: 'a', sender: 'tests' }, peer);
  isGone = true;
  await expect(decide({ answer: 'allow' })).rejects.toThrow('gone');
  held.hold({ uuid: 'b', sender: 'docs' }, peer);
  expect(summaries().at(-1)).toBe('Lets in 2 messages from another Claude session: tests, docs');
});
