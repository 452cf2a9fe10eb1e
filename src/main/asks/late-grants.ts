import type { Ask } from '../../shared/ask';
import type { Surface } from '../../shared/decision';
import type { SessionId } from '../../shared/ids';
import type { Grant } from './ask-record';
import type { AskStorage } from './ask-store';

/** Calls that were allowed after their time ran out. The session that asked may make each of them once. */
export class LateGrants {
  readonly #store: Pick<AskStorage, 'grants' | 'setGrants'>;

  constructor(store: Pick<AskStorage, 'grants' | 'setGrants'>) {
    this.#store = store;
  }

  give({ sessionId, fingerprint }: Pick<Ask, 'sessionId' | 'fingerprint'>, surface: Surface): Grant {
    const grant = { sessionId, fingerprint, surface };
    this.#store.setGrants([...this.#store.grants, grant]);
    return grant;
  }

  /** Finds the grant for a call and uses it up. */
  take({ sessionId, fingerprint }: Pick<Ask, 'sessionId' | 'fingerprint'>): Grant | null {
    const grant = this.#store.grants.find((one) => one.sessionId === sessionId && one.fingerprint === fingerprint);
    if (grant) this.drop(grant);
    return grant ?? null;
  }

  drop(grant: Grant): void {
    this.#keep((one) => one !== grant);
  }

  forget(sessionId: SessionId): void {
    this.#keep((one) => one.sessionId !== sessionId);
  }

  #keep(which: (grant: Grant) => boolean): void {
    const left = this.#store.grants.filter(which);
    if (left.length < this.#store.grants.length) this.#store.setGrants(left);
  }
}
