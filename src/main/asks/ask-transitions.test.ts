import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import type { Decided } from './ask-record';
import type { AskEntry } from './ask-state';
import { next, toRecord, transitions } from './ask-transitions';

const decided: Decided = { status: 'decided', decision: { answer: 'allow' }, surface: 'card', at: 1, scope: 'once', by: null };
const deliver = async () => undefined;
const entry = (state: AskEntry['state']): AskEntry => ({ ask: anAsk('one'), input: {}, suggestions: [], folder: '/work', state });

/** The arrows of the drawing, one for each event; a state that an event leaves as it is has none. */
function drawnTransitions(): string[] {
  const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8');
  const drawing = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(docs)?.[1] ?? '';
  return drawing
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, from, to, events] = /^\s*(\S+) --> (\S+): (.+)$/.exec(line) ?? expect.fail(`not an arrow: ${line}`);
      return (events ?? '').split(', ').map((event) => `${from} ${event} ${to}`.replaceAll('[*]', 'none'));
    });
}

it('the drawing in the docs and the table say the same', () => {
  const table = Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([event, targets]) => targets.filter((to) => to !== from).map((to) => `${from} ${event} ${to}`)),
  );
  expect(drawnTransitions().toSorted()).toEqual(table.toSorted());
});

it('an event that a state has no arrow for changes nothing', () => {
  const sent = entry({ name: 'sent', deliver, decided });
  expect(next(sent, { type: 'decided', decided })).toEqual({ entry: sent, effects: [] });
  expect(next(null, { type: 'recorded' })).toEqual({ entry: null, effects: [] });
});

it('an event about a request that the ask no longer belongs to changes nothing', () => {
  const pending = entry({ name: 'pending', deliver, uncertain: null });
  expect(next(pending, { type: 'withdrawn', deliver: async () => undefined })).toEqual({ entry: pending, effects: [] });
  expect(next(pending, { type: 'withdrawn', deliver }).entry).toBeNull();
});

it.each<[AskEntry['state'], string]>([
  [{ name: 'pending', deliver, uncertain: null }, 'orphaned'],
  [{ name: 'sending', deliver, decided }, 'orphaned'],
  [{ name: 'sent', deliver, decided }, 'orphaned'],
  [{ name: 'orphaned', uncertain: decided }, 'orphaned'],
  [{ name: 'reviving', decided }, 'orphaned'],
])('an ask that is stored as it is %o comes back after a restart as %s', (state, name) => {
  const record = toRecord(entry(state));
  const restored = next(null, { type: 'restored', record }).entry;
  const mayHaveRun = state.name !== 'pending';
  expect(restored).toMatchObject({
    folder: '/work',
    ask: { note: mayHaveRun ? 'may-have-run' : 'app-restarted' },
    state: { name, uncertain: mayHaveRun ? decided : null },
  });
});
