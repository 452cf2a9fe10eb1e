import { useRef } from 'react';
import type { SessionId } from '../../shared/ids';
import { host } from '../base/host';

interface Position {
  readonly messages: readonly string[];
  readonly index: number;
  /** The text of the field before the person went back. */
  readonly draft: string;
}

export interface SentHistory {
  /** Whether the field shows a sent message, unchanged. */
  isShowing(text: string): boolean;
  /** Returns the previous sent message, or null. */
  older(text: string): Promise<string | null>;
  /** Returns the next sent message, and after the last one the draft. */
  newer(): string | null;
  forget(): void;
}

/** Steps through the messages that were sent to a session. */
export function useSentHistory(id: SessionId): SentHistory {
  const position = useRef<Position | null>(null);
  const start = async (draft: string): Promise<Position> => {
    const messages = await host.request('sessions.history', { id });
    return { messages, index: messages.length, draft };
  };
  const go = (to: Position): string => {
    position.current = to;
    return to.messages[to.index] ?? to.draft;
  };
  /** Null for an edited message, which is a new draft: stepping starts again from the newest. */
  const positionOf = (text: string): Position | null =>
    position.current?.messages[position.current.index] === text ? position.current : null;
  return {
    isShowing: (text) => positionOf(text) !== null,
    async older(text) {
      const from = positionOf(text) ?? (await start(text));
      return from.index === 0 ? null : go({ ...from, index: from.index - 1 });
    },
    newer() {
      const from = position.current;
      if (!from) return null;
      const text = go({ ...from, index: from.index + 1 });
      if (from.index + 1 >= from.messages.length) position.current = null;
      return text;
    },
    forget() {
      position.current = null;
    },
  };
}
