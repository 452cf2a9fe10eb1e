import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors';
import type { LaunchPlan } from '../claude/launch-plan';
import { readPastSession } from '../claude/past-transcript';
import { planInTerminal } from './run-plan';
import type { SessionSurroundings } from './session-surroundings';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

/** A program outside this app's runs in which a conversation goes on. */
export interface OtherPlace {
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<void>;
}

export type Environment = SessionSurroundings['env'];
/** Makes the other place; the plan is to be asked for at the last moment. */
export type StartElsewhere<T extends OtherPlace> = (plan: () => LaunchPlan) => Promise<T>;
type Around = Pick<SessionSurroundings, 'claude' | 'conversationFile' | 'changed' | 'log'>;

export interface ElsewhereOwner {
  readonly record: () => StoredSession;
  readonly transcript: SessionTranscript;
  readonly endRun: () => Promise<void>;
}

/** Has a session's conversation go on in another place, one at a time: two processes on one would lose a branch. */
export class Elsewhere {
  readonly #around: Around;
  readonly #owner: ElsewhereOwner;
  #away: Promise<void> | null = null;
  #closed = false;

  constructor(around: Around, owner: ElsewhereOwner) {
    this.#around = around;
    this.#owner = owner;
  }

  /** Resolves when the conversation is here again; null while it is. */
  get away(): Promise<void> | null {
    return this.#away;
  }

  mustBeHere(): void {
    if (this.#away !== null)
      throw new AppError('in-terminal', 'This session goes on in a terminal. Exit Claude there, and it comes back here.');
  }

  /** From here: ends the run, goes on in the place that `start` makes, and comes back when that place is gone. */
  async go<T extends OtherPlace>(env: Environment, start: StartElsewhere<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#away = promise;
    const isBack = (): void => {
      this.#away = null;
      resolve();
      this.#around.changed();
    };
    try {
      const plan = await this.#plan(env);
      await this.#owner.endRun();
      const from = await this.#writtenSoFar();
      const place = await start(() => {
        if (this.#closed) throw new AppError('not-found', 'This session is no longer open.');
        return plan;
      });
      this.#owner.transcript.note({ what: 'info', text: 'Continued in a terminal.' });
      void place.exited.then(() => this.#catchUp(from)).finally(isBack);
      return place;
    } catch (error) {
      isBack();
      throw error;
    }
  }

  /** Whatever is under way, no other place is made any more. */
  close(): void {
    this.#closed = true;
  }

  async #plan(env: Environment): Promise<LaunchPlan> {
    const record = this.#owner.record();
    const { demo, conversation } = record;
    if (demo) throw new AppError('bad-request', 'The demo agent can’t be used in a terminal.');
    if (conversation.state !== 'kept') throw new AppError('bad-request', 'There is nothing to continue yet: say something first.');
    return planInTerminal(record, conversation.id, { claude: await this.#around.claude(false), env });
  }

  /** How much of the conversation the CLI has written down. */
  async #writtenSoFar(): Promise<number> {
    const file = await this.#around.conversationFile(this.#owner.record());
    return file === null ? 0 : (await stat(file)).size;
  }

  /** Puts into the transcript what was said elsewhere since the CLI had written so much. */
  async #catchUp(from: number): Promise<void> {
    const { transcript } = this.#owner;
    const record = this.#owner.record();
    try {
      const file = await this.#around.conversationFile(record);
      if (file === null) return;
      for await (const line of readPastSession(file, from)) transcript.write((builder) => builder.add(line));
    } catch (error) {
      this.#around.log.error('what was said in the terminal could not be read', { session: record.id, error });
      transcript.note({ what: 'info', text: 'What was said in the terminal could not be read.' });
    } finally {
      transcript.write((builder) => builder.endRun());
    }
  }
}
