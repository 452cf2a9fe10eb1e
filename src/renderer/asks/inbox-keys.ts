import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { needsLook } from '../../shared/needs-look';

export type InboxAction = 'next' | 'previous' | 'allow' | 'allow-session' | 'deny' | 'edit' | 'close';

const actions: ReadonlyMap<string, InboxAction> = new Map([
  ['j', 'next'],
  ['arrowdown', 'next'],
  ['k', 'previous'],
  ['arrowup', 'previous'],
  ['a', 'allow'],
  ['s', 'allow-session'],
  ['d', 'deny'],
  ['e', 'edit'],
  ['escape', 'close'],
]);

/** What a key does to the row that has the focus. Enter opens it, as it does any button. */
export const inboxAction = (key: string): InboxAction | null => actions.get(key.toLowerCase()) ?? null;

/** Whether a key alone may allow it: only a permission has one yes, and what needs a look only with the whole of it in view. */
export const allowsByKey = (ask: Ask, opened: boolean): boolean =>
  ask.kind === 'permission' && (!needsLook(ask) || (opened && !ask.truncated));

/** Since when each row says what it says, and when rows last moved because others went, or came back above them. */
export interface RowTimes {
  readonly seenAt: ReadonlyMap<AskId, number>;
  readonly fingerprints: ReadonlyMap<AskId, string>;
  readonly movedAt: number;
}

export const noRows: RowTimes = { seenAt: new Map(), fingerprints: new Map(), movedAt: Number.NEGATIVE_INFINITY };

export function rowTimes(before: RowTimes, rows: readonly Pick<Ask, 'id' | 'fingerprint'>[], now: number): RowTimes {
  const moved = [...before.seenAt.keys()].some((id, at) => rows[at]?.id !== id);
  // A call that came back as another has just appeared.
  const sinceOf = ({ id, fingerprint }: Pick<Ask, 'id' | 'fingerprint'>): number =>
    before.fingerprints.get(id) === fingerprint ? (before.seenAt.get(id) ?? now) : now;
  return {
    seenAt: new Map(rows.map((row) => [row.id, sinceOf(row)])),
    fingerprints: new Map(rows.map(({ id, fingerprint }) => [id, fingerprint])),
    movedAt: moved ? now : before.movedAt,
  };
}

/** The row to go to when the one that had the focus is gone: the one that took its place, or the last. */
export function rowAfter(before: readonly AskId[], now: readonly AskId[], selected: AskId | null): AskId | null {
  if (selected !== null && now.includes(selected)) return selected;
  const at = selected === null ? 0 : Math.max(0, before.indexOf(selected));
  // What was above it may be gone as well.
  const gone = before.slice(0, at).filter((id) => !now.includes(id)).length;
  return now[Math.min(at - gone, now.length - 1)] ?? null;
}
