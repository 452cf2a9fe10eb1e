import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import type { WindowSurface } from '../../shared/decision';
import { asksAtom } from '../base/app-state';
import { answerAtom, tooLateAtom } from './answer';
import { answerDraftAtom, emptyAnswer, pruneAnswersAtom } from './answer-draft';
import { dialogStateAtom } from './dialog-state';
import { repromptMs, shownAsksAtom } from './held-prompts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = anAsk('a');

/** Answers an ask that somebody else has already answered. */
async function answerTooLate(surface: WindowSurface) {
  const message = 'Already answered in the tray, 2 s ago.';
  vi.stubGlobal('window', { signalbox: { request: async () => ({ ok: false, code: 'already-answered', message }) } });
  const store = createStore();
  store.set(asksAtom, []);
  await store.set(answerAtom, { ask, decision: { answer: 'allow' }, surface });
  return { draft: store.get(answerDraftAtom)(ask.id), said: store.get(tooLateAtom) };
}

it('says in the inbox who was first, where the row is gone; the dialog and the transcript say it themselves', async () => {
  expect(await answerTooLate('inbox')).toEqual({ draft: emptyAnswer, said: 'Already answered in the tray, 2 s ago.' });
  expect(await answerTooLate('dialog')).toEqual({ draft: emptyAnswer, said: null });
});

/** A window that answers the first prompt of a call. Main accepts the answer when `reply` is called, and tells of its asks by `told`. */
function answerPrompt() {
  const { promise: accepted, resolve: reply } = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const request = async (_name: string, params: unknown) => {
    sent.push(params);
    await accepted;
    return { ok: true };
  };
  vi.stubGlobal('window', { signalbox: { request } });
  const store = createStore();
  const first = anApprovalAsk('call');
  const told = (...asks: Ask[]): void => {
    store.set(asksAtom, asks);
    store.set(pruneAnswersAtom, new Set(asks.map(({ id }) => id)));
  };
  told(first);
  void store.set(answerAtom, { ask: first, decision: { answer: 'allow', approvalScope: 'once' }, surface: 'dialog' });
  const phase = () => store.get(answerDraftAtom)(first.id).phase;
  const shown = () => store.get(shownAsksAtom).map(({ interaction }) => interaction?.id);
  const confirm = async (): Promise<void> => {
    reply();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { store, first, sent, reply: confirm, told, phase, shown };
}
const second = anApprovalAsk('call', { fingerprint: 'again', interaction: aPrompt('second', { step: 1, approvalScopes: ['once'] }) });
const later = () => vi.advanceTimersByTimeAsync(repromptMs);

it('says which prompt the answer is for', () => {
  const { sent, first } = answerPrompt();
  expect(sent).toMatchObject([{ id: first.id, interactionId: first.interaction?.id }]);
});

it('leaves an answered prompt in view until its tool had the time to ask again', async () => {
  const { reply, told, phase, shown, store } = answerPrompt();
  told();
  await reply();
  told();
  expect([phase(), shown()]).toEqual(['sent', ['call']]);
  await later();
  expect([phase(), shown(), store.get(dialogStateAtom).answeredHere.size]).toEqual(['open', [], 1]);
});

it('shows the next prompt in the place of the answered one, which can then be answered', async () => {
  const { reply, told, phase, shown, store } = answerPrompt();
  told();
  await reply();
  told(second);
  expect([phase(), shown()]).toEqual(['open', ['second']]);
  await later();
  expect([phase(), shown(), store.get(dialogStateAtom).answeredHere.size]).toEqual(['open', ['second'], 0]);
});

it('shows it also if it comes before main has confirmed the answer', async () => {
  const { reply, told, phase, shown } = answerPrompt();
  told(second);
  expect(phase()).toBe('sending');
  await reply();
  expect([phase(), shown()]).toEqual(['open', ['second']]);
});
