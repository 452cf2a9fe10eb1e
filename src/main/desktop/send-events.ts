import type { SentEvent } from '../../shared/contract';

/** Sends events in the format that src/preload/index.ts expects. */
export const sendEvents = (page: { send(channel: string, events: string): void }, events: readonly SentEvent[]): void =>
  page.send('signalbox:events', JSON.stringify(events));
