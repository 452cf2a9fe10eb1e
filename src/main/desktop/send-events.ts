import type { SentEvent } from '../../shared/contract';

/** As the bridge of every page takes them (src/preload/index.ts). */
export const sendEvents = (page: { send(channel: string, events: string): void }, events: readonly SentEvent[]): void =>
  page.send('signalbox:events', JSON.stringify(events));
