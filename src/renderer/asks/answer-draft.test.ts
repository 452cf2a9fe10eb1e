import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { aFormAsk, anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import { AskId } from '../../shared/ids';
import { answerDraftAtom, changeAnswerAtom, emptyAnswer, pruneAnswersAtom, toDenial, toNote, toRefusal } from './answer-draft';

const id = AskId.parse('a');
const draftIn = (store: ReturnType<typeof createStore>) => store.get(answerDraftAtom)(id);

it('keeps what was typed for as long as the ask waits', () => {
  const store = createStore();
  store.set(changeAnswerAtom, id, { reason: 'no' });
  store.set(pruneAnswersAtom, new Set([id]));
  expect(draftIn(store).reason).toBe('no');
  store.set(pruneAnswersAtom, new Set());
  expect(draftIn(store)).toEqual(emptyAnswer);
});

it('keeps an answer that is on its way, though its ask is no longer told of', () => {
  const store = createStore();
  store.set(changeAnswerAtom, id, { reason: 'no', phase: 'sending' });
  store.set(pruneAnswersAtom, new Set());
  expect(draftIn(store)).toMatchObject({ reason: 'no', phase: 'sending' });
});

it('can be given again when the ask is told of after it was sent', () => {
  const store = createStore();
  store.set(changeAnswerAtom, id, { phase: 'sent' });
  store.set(pruneAnswersAtom, new Set([id]));
  expect(draftIn(store).phase).toBe('open');
});

it('a note goes with an allow once there are words in it', () => {
  expect([null, '  ', ' only this once\n'].map((note) => toNote({ note }))).toEqual([{}, {}, { note: 'only this once' }]);
});

it('denies with what was written for it', () => {
  const plan = anAsk('a', { kind: 'plan' });
  const written = { reason: ' not that one ', change: ' use tabs ' };
  expect([toDenial(anAsk('a'), written), toDenial(plan, written), toDenial(plan, { reason: '', change: ' ' })]).toEqual([
    { answer: 'deny', reason: ' not that one ' },
    { answer: 'deny', reason: ' use tabs ' },
    { answer: 'deny' },
  ]);
});

it('refuses a form, and a prompt whose tool has ended, by closing it', () => {
  const ended = anApprovalAsk('call', { interaction: aPrompt('call', { survivesRestart: false }), note: 'run-ended' });
  const asks = [aFormAsk('form', [{ id: 'name', type: 'text', label: 'Name' }]), ended, anApprovalAsk('call')];
  expect(asks.map((ask) => toRefusal(ask, emptyAnswer))).toEqual([{ answer: 'cancel' }, { answer: 'cancel' }, { answer: 'deny' }]);
});
