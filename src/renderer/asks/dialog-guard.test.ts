import { describe, expect, it } from 'vitest';
import { anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import {
  type DialogState,
  type DialogWorld,
  dismiss,
  markAnsweredHere,
  nothingShown,
  opensInMs,
  quietMs,
  showAsk,
  updateDialog,
} from './dialog-guard';

const [a, b] = [anAsk('a'), anAsk('b')];
const at = (now: number, waiting: readonly Ask[], lastKeyAt = Number.NEGATIVE_INFINITY): DialogWorld => ({
  waiting,
  held: false,
  lastKeyAt,
  now,
});
const shownIn = ({ shown }: DialogState): string | undefined => shown?.ask.toolUseId ?? undefined;

describe('the dialog', () => {
  it('opens because something waits, the oldest first', () => {
    expect(updateDialog(nothingShown, at(5, [a, b])).shown).toEqual({ ask: a, openedAt: 5 });
    expect(updateDialog(nothingShown, at(5, []))).toBe(nothingShown);
  });

  it('waits while the person types, and says when it would open', () => {
    const typing = at(1_000, [a], 900);
    expect(updateDialog(nothingShown, typing).shown).toBeNull();
    expect(opensInMs(nothingShown, typing)).toBe(quietMs - 100);
    expect(shownIn(updateDialog(nothingShown, at(900 + quietMs, [a], 900)))).toBe('a');
  });

  it('waits while something else has the person', () => {
    const held = { ...at(5, [a]), held: true };
    expect([updateDialog(nothingShown, held).shown, opensInMs(nothingShown, held)]).toEqual([null, null]);
  });

  it('opens at once when the person wants it, while typing and after it was put away', () => {
    const away = dismiss(updateDialog(nothingShown, at(5, [a])), [a]);
    expect(showAsk(away, a, 9)).toEqual({ ...nothingShown, shown: { ask: a, openedAt: 9 } });
  });

  it('has just appeared when its tool asks something else', () => {
    const first = anApprovalAsk('call');
    const open = updateDialog(nothingShown, at(5, [first]));
    const next = { ...first, interaction: aPrompt('next', { step: 1 }) };
    expect(updateDialog(open, at(9, [next])).shown).toEqual({ ask: next, openedAt: 9 });
  });

  it('does not open for a prompt that was answered elsewhere in the window, until the tool asks again', () => {
    const first = anApprovalAsk('call');
    const answered = new Map([[first.id, first]]);
    expect(updateDialog(nothingShown, { ...at(5, [first, b]), answered }).shown?.ask).toBe(b);
    const next = { ...first, interaction: aPrompt('next', { step: 1 }) };
    expect(updateDialog(nothingShown, { ...at(5, [next, b]), answered }).shown?.ask).toBe(next);
  });

  it('has just appeared when the call it shows came back as another', () => {
    const open = updateDialog(nothingShown, at(5, [a]));
    const changed = { ...a, fingerprint: 'another call' };
    expect(updateDialog(open, at(9, [changed])).shown).toEqual({ ask: changed, openedAt: 9 });
    expect(updateDialog(open, at(9, [{ ...a, note: 'overdue' }]))).toBe(open);
  });

  it('keeps what it shows when another ask comes, and when this one was answered elsewhere', () => {
    const open = updateDialog(nothingShown, at(5, [a]));
    expect(updateDialog(open, at(6, [b, a]))).toBe(open);
    expect(updateDialog(open, at(7, [b])).shown).toEqual({ ask: a, openedAt: 5 });
  });

  it('is as new when what was answered elsewhere waits again: its buttons are back under the pointer', () => {
    const gone = updateDialog(updateDialog(nothingShown, at(5, [a])), at(7, []));
    const back = updateDialog(gone, at(90, [a]));
    expect(back).toEqual({ ...nothingShown, shown: { ask: a, openedAt: 90 } });
    expect(updateDialog(back, at(91, [a]))).toBe(back);
  });

  it('goes on to the next as a new dialog when this one was answered here', () => {
    const answered = markAnsweredHere(updateDialog(nothingShown, at(5, [a, b])), a.id);
    expect(updateDialog(answered, at(50, [b]))).toEqual({ ...nothingShown, shown: { ask: b, openedAt: 50 } });
    // The list may still contain it for a moment, but its dialog does not open again.
    expect(shownIn(updateDialog(answered, at(50, [a, b])))).toBe('b');
  });

  it('does not bring back what was put away, and does bring a new one', () => {
    const away = dismiss(updateDialog(nothingShown, at(5, [a])), [a]);
    expect(updateDialog(away, at(6, [a]))).toBe(away);
    expect(opensInMs(away, at(6, [a]))).toBeNull();
    expect(shownIn(updateDialog(away, at(7, [a, b])))).toBe('b');
  });

  it('puts everything away that waits behind it, and nothing when what it showed is gone', () => {
    const open = updateDialog(nothingShown, at(5, [a, b]));
    expect(updateDialog(dismiss(open, [a, b]), at(6, [a, b])).shown).toBeNull();
    expect(shownIn(updateDialog(dismiss(open, [b]), at(6, [b])))).toBe('b');
  });

  it('forgets what no longer waits', () => {
    const away = dismiss(updateDialog(nothingShown, at(5, [a])), [a]);
    expect(updateDialog(away, at(6, []))).toEqual(nothingShown);
  });
});
