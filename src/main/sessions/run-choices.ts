import { AppError } from '../../shared/errors';
import type { Log } from '../base/log';
import type { LiveRun } from './live-run';
import type { SessionRecord } from './session-record';
import type { StoredSession } from './stored-session';

export interface ChoicesOwner {
  /** Without one the record alone changes, and the next run starts with it. */
  readonly readyRun: () => LiveRun | null;
  readonly log: Log;
}

/** What a person chooses for a session and its run is told: the title, the model, and whether it plans. */
export class RunChoices {
  readonly #record: SessionRecord;
  readonly #owner: ChoicesOwner;

  constructor(record: SessionRecord, owner: ChoicesOwner) {
    this.#record = record;
    this.#owner = owner;
  }

  async rename(title: string): Promise<void> {
    this.#record.update({ title, named: true });
    await this.#owner.readyRun()?.run.peer.renameSession(title);
  }

  async setModel(model: string): Promise<void> {
    await this.#owner.readyRun()?.run.peer.setModel(model);
    this.#record.update({ model });
  }

  /** Of the run there is; the next one only has to know whether it plans. */
  async setMode(mode: 'plan' | 'default' | 'acceptEdits'): Promise<void> {
    const live = this.#owner.readyRun();
    const told = await live?.run.peer.setPermissionMode(mode);
    if (told !== undefined) live?.assume({ mode: told });
    this.#record.update({ mode: mode === 'plan' ? 'plan' : 'default' });
  }

  /** Tells a new run what changed while it started, since it was `started` with what held before. */
  async settle(started: StoredSession): Promise<void> {
    const { model, mode } = this.#record.value;
    if (model !== null && model !== started.model) await this.#unlessRefused(this.setModel(model), { model: started.model });
    if (mode !== started.mode) await this.#unlessRefused(this.setMode(mode), { mode: started.mode });
  }

  /** What the CLI refuses stays as it was. */
  async #unlessRefused(change: Promise<void>, before: Partial<StoredSession>): Promise<void> {
    await change.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'cli-refused') throw error;
      this.#owner.log.warn('a change was refused', { session: this.#record.value.id, error });
      this.#record.update(before);
    });
  }
}
