import { expect, it } from 'vitest';
import { aFormAsk, anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import { AskId } from '../../shared/ids';
import { allowsByKey, inboxAction, noRows, rowAfter, rowTimes } from './inbox-keys';

const [a, b, c] = [AskId.parse('a'), AskId.parse('b'), AskId.parse('c')];
const ask = anAsk('a');

it('knows its keys, also with Caps Lock', () => {
  expect(['j', 'K', 'A', 's', 'd', 'e', 'Escape', 'x'].map(inboxAction)).toEqual([
    'next',
    'previous',
    'allow',
    'allow-session',
    'deny',
    'edit',
    'close',
    null,
  ]);
});

it('allows a marked call only when the whole of it is in view', () => {
  const marked = anAsk('a', { marks: [{ kind: 'deletes', text: 'Deletes files', grave: true }] });
  expect([allowsByKey(ask, false), allowsByKey(marked, false), allowsByKey(marked, true)]).toEqual([true, false, true]);
  expect(allowsByKey({ ...marked, truncated: true }, true)).toBe(false);
  expect(allowsByKey({ ...ask, kind: 'question' }, true)).toBe(false);
});

it('allows what a tool asks only as far as the tool offers, and never a form', () => {
  const approval = anApprovalAsk('call', { interaction: aPrompt('call', { approvalScopes: ['once'] }) });
  expect([allowsByKey(approval, false, 'once'), allowsByKey(approval, true, 'session')]).toEqual([true, false]);
  expect(allowsByKey(aFormAsk('form', [{ id: 'name', type: 'text', label: 'Name' }]), true)).toBe(false);
});

it('allows a call that its line does not tell whole only once it is opened', () => {
  const long = anAsk('a', { summaryIsComplete: false });
  expect([allowsByKey(long, false), allowsByKey(long, true)]).toEqual([false, true]);
});

it('allows what may already have run only when the note that says so is in view', () => {
  const again = anAsk('a', { note: 'may-have-run' });
  expect([allowsByKey(again, false), allowsByKey(again, true)]).toEqual([false, true]);
});

it('goes on with the row that took the place of the one that is gone', () => {
  expect(rowAfter([a, b, c], [a, b, c], b)).toBe(b);
  expect(rowAfter([a, b, c], [a, c], b)).toBe(c);
  expect(rowAfter([a, b, c], [a, b], c)).toBe(b);
  expect(rowAfter([a, b, c], [c], b)).toBe(c);
  expect([rowAfter([a], [], a), rowAfter([], [a], null)]).toEqual([null, a]);
});

const rows = (...ids: AskId[]) => ids.map((id) => ({ id, fingerprint: `a call of ${id}` }));

it('knows since when a row is there, and when rows moved', () => {
  const first = rowTimes(noRows, rows(a, b), 10);
  expect([[...first.seenAt], first.movedAt]).toEqual([
    [
      [a, 10],
      [b, 10],
    ],
    noRows.movedAt,
  ]);
  const second = rowTimes(first, rows(b, c), 20);
  expect([[...second.seenAt], second.movedAt]).toEqual([
    [
      [b, 10],
      [c, 20],
    ],
    20,
  ]);
});

it('takes a row whose call came back as another for one that has just appeared', () => {
  const first = rowTimes(noRows, rows(a, b), 10);
  const [one, two] = rows(a, b);
  const changed = rowTimes(
    first,
    [
      { ...one, id: a, fingerprint: 'another call' },
      { ...two, id: b, fingerprint: `a call of ${b}` },
    ],
    20,
  );
  expect([...changed.seenAt]).toEqual([
    [a, 20],
    [b, 10],
  ]);
});

it('knows that rows moved when one comes back above them', () => {
  const below = rowTimes(noRows, rows(b), 10);
  expect(rowTimes(below, rows(b, c), 20).movedAt).toBe(noRows.movedAt);
  expect(rowTimes(below, rows(a, b), 20).movedAt).toBe(20);
});
