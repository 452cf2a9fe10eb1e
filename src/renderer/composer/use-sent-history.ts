import { useRef } from 'react';
import type { SessionId } from '../../shared/ids';
import { host } from '../base/host';

interface Place {
  readonly messages: readonly string[];
  readonly index: number;
  /** What was being written when the person began to look back. */
  readonly draft: string;
}

export interface SentHistory {
  /** The field shows a message from the past, unchanged. */
  isAt(text: string): boolean;
  /** The message before the one that is shown; null when there is none. */
  older(text: string): Promise<string | null>;
  /** The one after it, and at last what was being written. */
  newer(): string | null;
  forget(): void;
}

/** What was sent to the session before, one after the other. */
export function useSentHistory(id: SessionId): SentHistory {
  const place = useRef<Place | null>(null);
  const start = async (draft: string): Promise<Place> => {
    const messages = await host.request('sessions.history', { id });
    return { messages, index: messages.length, draft };
  };
  const go = (to: Place): string => {
    place.current = to;
    return to.messages[to.index] ?? to.draft;
  };
  /** A message that was changed is a draft of its own: looking back begins anew. */
  const placeOf = (text: string): Place | null => (place.current?.messages[place.current.index] === text ? place.current : null);
  return {
    isAt: (text) => placeOf(text) !== null,
    async older(text) {
      const from = placeOf(text) ?? (await start(text));
      return from.index === 0 ? null : go({ ...from, index: from.index - 1 });
    },
    newer() {
      const from = place.current;
      if (!from) return null;
      const text = go({ ...from, index: from.index + 1 });
      if (from.index + 1 >= from.messages.length) place.current = null;
      return text;
    },
    forget() {
      place.current = null;
    },
  };
}
