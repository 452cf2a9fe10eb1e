import { createStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import type { WindowSurface } from '../../shared/decision';
import { asksAtom } from '../base/app-state';
import { answerAtom, tooLateAtom } from './answer';
import { answerDraftAtom, emptyAnswer } from './answer-draft';

afterEach(() => void vi.unstubAllGlobals());

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
