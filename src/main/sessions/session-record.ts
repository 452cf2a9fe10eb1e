import type { SessionDependencies } from './session-dependencies';
import type { StoredSession } from './stored-session';

/** The stored facts of one session, shared by all its parts. */
export class SessionRecord {
  #value: StoredSession;
  readonly #deps: Pick<SessionDependencies, 'save' | 'changed'>;

  constructor(value: StoredSession, deps: Pick<SessionDependencies, 'save' | 'changed'>) {
    this.#value = value;
    this.#deps = deps;
  }

  get value(): StoredSession {
    return this.#value;
  }

  /** The change is on disk before anyone is told. */
  update(change: Partial<StoredSession>): void {
    this.#apply(change, 'now');
  }

  /** The change is on disk soon, and before anyone is told of an ask. */
  updateSoon(change: Partial<StoredSession>): void {
    this.#apply(change, 'soon');
  }

  #apply(change: Partial<StoredSession>, when: 'now' | 'soon'): void {
    this.#value = { ...this.#value, ...change };
    this.#deps.save(when);
    this.#deps.changed();
  }
}
