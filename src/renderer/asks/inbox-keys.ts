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

/** Returns what a key does to the focused row. Enter is not here: the row is a button, and Enter presses it. */
export const inboxAction = (key: string): InboxAction | null => actions.get(key.toLowerCase()) ?? null;

/**
 * Whether a key may allow an ask: only a permission, one that needs a look only with all of it in view, and the approval of a tool
 * only as far as the tool offers.
 */
export const allowsByKey = (ask: Ask, opened: boolean, scope: 'once' | 'session' = 'once'): boolean =>
  ask.kind === 'permission' &&
  (!needsLook(ask) || (opened && !ask.truncated)) &&
  (ask.interaction === null || ask.interaction.approvalScopes.includes(scope));

/** When each row last changed, and when rows last moved because others above them appeared or disappeared. */
export interface RowTimes {
  readonly seenAt: ReadonlyMap<AskId, number>;
  readonly fingerprints: ReadonlyMap<AskId, string>;
  readonly movedAt: number;
}

export const noRows: RowTimes = { seenAt: new Map(), fingerprints: new Map(), movedAt: Number.NEGATIVE_INFINITY };

export function rowTimes(before: RowTimes, rows: readonly Pick<Ask, 'id' | 'fingerprint'>[], now: number): RowTimes {
  const moved = [...before.seenAt.keys()].some((id, at) => rows[at]?.id !== id);
  // A call that changed counts as new.
  const sinceOf = ({ id, fingerprint }: Pick<Ask, 'id' | 'fingerprint'>): number =>
    before.fingerprints.get(id) === fingerprint ? (before.seenAt.get(id) ?? now) : now;
  return {
    seenAt: new Map(rows.map((row) => [row.id, sinceOf(row)])),
    fingerprints: new Map(rows.map(({ id, fingerprint }) => [id, fingerprint])),
    movedAt: moved ? now : before.movedAt,
  };
}

/** Returns the row to focus after the focused one is gone: the one in its place, or the last. */
export function rowAfter(before: readonly AskId[], now: readonly AskId[], selected: AskId | null): AskId | null {
  if (selected !== null && now.includes(selected)) return selected;
  const at = selected === null ? 0 : Math.max(0, before.indexOf(selected));
  // Rows above it may be gone too.
  const gone = before.slice(0, at).filter((id) => !now.includes(id)).length;
  return now[Math.min(at - gone, now.length - 1)] ?? null;
}
