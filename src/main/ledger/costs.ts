import type { Costs } from '../../shared/costs';
import type { SessionId } from '../../shared/ids';

/** Groups the costs of sessions by day. The rows are sorted by day, the latest first. */
export function toCosts(rows: readonly { readonly sessionId: SessionId; readonly day: string; readonly usd: number }[]): Costs {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    usd: ofDay.reduce((sum, { usd }) => sum + usd, 0),
    sessions: ofDay.map(({ sessionId, usd }) => ({ id: sessionId, usd })),
  }));
}
