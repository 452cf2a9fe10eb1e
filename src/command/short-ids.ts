import type { PendingRequest } from '../shared/api';

const shortest = 6;

/** The end of each id that is enough to name it among the others. */
export function shortIds(ids: readonly string[]): string[] {
  return ids.map((id) => {
    for (let length = Math.min(shortest, id.length); length < id.length; length += 1) {
      const end = id.slice(-length);
      if (ids.filter((other) => other.endsWith(end)).length === 1) return end;
    }
    return id;
  });
}

/** The requests that an id names: by their whole ids, or by the beginning or end of one. */
export function matchRequests<T extends Pick<PendingRequest, 'requestId' | 'toolCallId'>>(pending: readonly T[], id: string): T[] {
  const idsOf = ({ requestId, toolCallId }: T): string[] => (toolCallId === null ? [requestId] : [requestId, toolCallId]);
  const exact = pending.filter((one) => idsOf(one).includes(id));
  if (exact.length > 0) return exact;
  return pending.filter((one) => idsOf(one).some((whole) => whole.startsWith(id) || whole.endsWith(id)));
}
