import type { Bridge, EventName, Params, Payload, Reply, RequestName, Result, SentEvent } from '../../shared/contract';
import { AppError } from '../../shared/errors';

declare global {
  interface Window {
    readonly signalbox: Bridge;
  }
}

type Listener = (payload: never) => void;
const listeners = new Map<EventName, Set<Listener>>();

/** Subscribes once for all listeners, because the bridge copies every event for each subscriber. */
function listenOnce(): void {
  if (listeners.size > 0) return;
  window.signalbox.onEvents((events) => {
    for (const [name, payload] of JSON.parse(events) as SentEvent[])
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
  });
}

/** Sends requests to the main process and receives its events. */
export const host = {
  /** Returns the path of a dropped or pasted file, or '' for one that is not on disk. */
  pathOf: (file: File): string => window.signalbox.pathOf(file),

  async request<N extends RequestName>(name: N, ...[params]: undefined extends Params<N> ? [] : [Params<N>]): Promise<Result<N>> {
    const reply = (await window.signalbox.request(name, params)) as Reply;
    if (!reply.ok) throw new AppError(reply.code, reply.message);
    return reply.value as Result<N>;
  },

  on<N extends EventName>(name: N, listener: (payload: Payload<N>) => void): () => void {
    listenOnce();
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return () => void all.delete(listener);
  },
};
