import { randomUUID } from 'node:crypto';
import { RunId } from '../../shared/ids';
import type { OutlivedProcess } from '../../shared/session';
import { endOutlivedProcess, findOutlivedProcesses } from '../claude/outlived-processes';
import type { SessionStore } from './session-store';

/** How many runs are remembered, to know their leftovers by. */
const runsKept = 500;

/** The runs there were, and what outlived those of earlier lives of the app: it still carries their mark. */
export class KnownRuns {
  readonly #store: SessionStore;
  readonly #earlier: ReadonlySet<string>;

  constructor(store: SessionStore) {
    this.#store = store;
    this.#earlier = new Set(store.value.runs);
  }

  /** On disk before the run starts, or its leftovers could not be told from another app's after a crash. */
  newId(): RunId {
    const id = RunId.parse(randomUUID());
    this.#store.update({ runs: [...this.#store.value.runs, id].slice(-runsKept) });
    return id;
  }

  outlived(): OutlivedProcess[] {
    return findOutlivedProcesses((runId) => this.#earlier.has(runId));
  }

  end(pid: number, runId: string): Promise<boolean> {
    return this.#earlier.has(runId) ? endOutlivedProcess(pid, runId) : Promise.resolve(false);
  }
}
