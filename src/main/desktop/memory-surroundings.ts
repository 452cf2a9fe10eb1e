import type { Ask } from '../../shared/ask';
import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { defaultSettings, type Settings } from '../../shared/settings';
import { Emitter } from '../base/emitter';
import type { InView, Surroundings, Watched } from './surroundings';

/** A fact that a test changes at will. */
export interface Changeable<T> extends Watched<T> {
  set(value: T): void;
}

export function changeable<T>(initial: T): Changeable<T> {
  const changed = new Emitter<void>();
  let value = initial;
  return {
    now: () => value,
    onChange: changed.on,
    set: (next) => {
      value = next;
      changed.emit();
    },
  };
}

/** Surroundings that are nothing but memory, for tests. What was called is in `calls`. */
export class MemorySurroundings implements Surroundings {
  readonly asks = changeable<readonly Ask[]>([]);
  readonly sessions = changeable<{ sessions: SessionSummary[] }>({ sessions: [] });
  readonly settings = changeable<Settings>(defaultSettings);
  readonly inView = changeable<InView>({ session: null, ask: null, inbox: false });
  readonly calls: unknown[][] = [];
  /** What the desk says to a decision. */
  answer: () => Promise<void> = async () => undefined;

  readonly decide: Surroundings['decide'] = ({ id }, ...args) => {
    this.calls.push(['decide', id, ...args]);
    return this.answer();
  };
  readonly changeSettings: Surroundings['changeSettings'] = (change) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    this.settings.set({ ...this.settings.now(), ...Object.fromEntries(given) });
  };
  readonly showSession = (id: SessionId): void => void this.calls.push(['showSession', id]);
  readonly showAsk = ({ id }: Ask): void => void this.calls.push(['showAsk', id]);
  readonly showWindow = (): void => void this.calls.push(['showWindow']);
  readonly showInbox = (): void => void this.calls.push(['showInbox']);
  readonly newSession = (): void => void this.calls.push(['newSession']);
  readonly quit = (): void => void this.calls.push(['quit']);
}
