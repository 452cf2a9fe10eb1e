import { AppError } from '../../shared/errors';
import type { RunLife } from './run-life';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { StoredSession } from './stored-session';

/**
 * The title, the model and plan mode, as a person chooses them. A ready run is told; without one only the record changes, and
 * the next run starts with it.
 */
export class RunChoices {
  readonly #deps: Pick<SessionDependencies, 'log'>;
  readonly #record: SessionRecord;
  readonly #life: RunLife;

  constructor(deps: Pick<SessionDependencies, 'log'>, record: SessionRecord, life: RunLife) {
    this.#deps = deps;
    this.#record = record;
    this.#life = life;
  }

  async rename(title: string): Promise<void> {
    this.#record.update({ title, named: true });
    await this.#life.readyRun?.run.peer.renameSession(title);
  }

  async setModel(model: string): Promise<void> {
    await this.#life.readyRun?.run.peer.setModel(model);
    this.#record.update({ model });
  }

  /** The record keeps only whether the session plans; `acceptEdits` ends with the run. */
  async setMode(mode: 'plan' | 'default' | 'acceptEdits'): Promise<void> {
    const live = this.#life.readyRun;
    const told = await live?.run.peer.setPermissionMode(mode);
    if (told !== undefined) live?.assume({ mode: told });
    this.#record.update({ mode: mode === 'plan' ? 'plan' : 'default' });
  }

  /** Tells a new run what changed since it was `started`. */
  async updateNewRun(started: StoredSession): Promise<void> {
    const { model, mode } = this.#record.value;
    if (model !== null && model !== started.model) await this.#undoIfRefused(this.setModel(model), { model: started.model });
    if (mode !== started.mode) await this.#undoIfRefused(this.setMode(mode), { mode: started.mode });
  }

  /** Restores the record if the CLI refuses the change. */
  async #undoIfRefused(change: Promise<void>, before: Partial<StoredSession>): Promise<void> {
    await change.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'cli-refused') throw error;
      this.#deps.log.warn('a change was refused', { session: this.#record.value.id, error });
      this.#record.update(before);
    });
  }
}
