import { randomUUID } from 'node:crypto';
import { RunId } from '../../shared/ids';
import type { OutlivedProcess } from '../../shared/session';
import { endOutlivedProcess, findOutlivedProcesses } from '../claude/outlived-processes';
import type { SessionStore } from './session-store';

/** How many run ids are kept, to recognise processes that outlived their run. */
const runsKept = 500;

/** The ids of past runs, and the processes that outlived runs of an earlier start of the app. They carry the id in their environment. */
export class KnownRuns {
  readonly #store: SessionStore;
  readonly #earlier: ReadonlySet<string>;

  constructor(store: SessionStore) {
    this.#store = store;
    this.#earlier = new Set(store.value.runs);
  }

  /** The id is on disk before the run starts, so that its processes can be recognised after a crash. */
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
