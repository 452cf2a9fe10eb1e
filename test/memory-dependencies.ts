import { Emitter } from '../src/main/base/emitter';
import type { DesktopDependencies, InView, Observable } from '../src/main/desktop/desktop-dependencies';
import type { Ask } from '../src/shared/ask';
import type { SessionId } from '../src/shared/ids';
import type { SessionSummary } from '../src/shared/session';
import { defaultSettings, type Settings } from '../src/shared/settings';

/** A value that a test can change. */
export interface SettableObservable<T> extends Observable<T> {
  set(value: T): void;
}

export function createObservable<T>(initial: T): SettableObservable<T> {
  const changed = new Emitter<void>();
  let value = initial;
  return {
    get: () => value,
    onChange: changed.on,
    set: (next) => {
      value = next;
      changed.emit();
    },
  };
}

/** In-memory dependencies for tests. They record calls in `calls`. */
export class MemoryDependencies implements DesktopDependencies {
  readonly asks = createObservable<readonly Ask[]>([]);
  readonly sessions = createObservable<{ sessions: SessionSummary[] }>({ sessions: [] });
  readonly settings = createObservable<Settings>(defaultSettings);
  readonly inView = createObservable<InView>({ session: null, ask: null, inbox: false });
  readonly calls: unknown[][] = [];
  /** The desk's answer to a decision. */
  answer: () => Promise<void> = async () => undefined;

  readonly decide: DesktopDependencies['decide'] = ({ id }, ...args) => {
    this.calls.push(['decide', id, ...args]);
    return this.answer();
  };
  readonly changeSettings: DesktopDependencies['changeSettings'] = (change) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    this.settings.set({ ...this.settings.get(), ...Object.fromEntries(given) });
  };
  readonly showSession = (id: SessionId): void => void this.calls.push(['showSession', id]);
  readonly showAsk = ({ id }: Ask): void => void this.calls.push(['showAsk', id]);
  readonly showWindow = (): void => void this.calls.push(['showWindow']);
  readonly showInbox = (): void => void this.calls.push(['showInbox']);
  readonly newSession = (): void => void this.calls.push(['newSession']);
  readonly quit = (): void => void this.calls.push(['quit']);
}
