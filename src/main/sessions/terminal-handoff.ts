import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors';
import type { LaunchPlan } from '../claude/launch-plan';
import { readPastSession } from '../claude/past-transcript';
import { planInTerminal } from './run-plan';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';

/** The `claude` that continues a conversation in a terminal. */
export interface TerminalProcess {
  /** Resolves when it has exited; never rejects. */
  readonly exited: Promise<void>;
}

export type Environment = SessionDependencies['env'];
/** Starts the terminal. It calls `plan` at the last moment, because the session may be closed before. */
export type StartTerminal<T extends TerminalProcess> = (plan: () => LaunchPlan) => Promise<T>;
type Dependencies = Pick<SessionDependencies, 'claude' | 'conversations' | 'changed' | 'log'>;

/** Continues a session's conversation in one terminal at a time: two processes on one conversation would lose a branch. */
export class TerminalHandoff {
  readonly #deps: Dependencies;
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #endRun: () => Promise<void>;
  #active: Promise<void> | null = null;
  #closed = false;

  constructor(deps: Dependencies, record: SessionRecord, transcript: SessionTranscript, endRun: () => Promise<void>) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#endRun = endRun;
  }

  /** Resolves when the terminal has exited and the transcript has caught up; null when no terminal has the conversation. */
  get active(): Promise<void> | null {
    return this.#active;
  }

  assertInactive(): void {
    if (this.#active !== null)
      throw new AppError('in-terminal', 'This session goes on in a terminal. Exit Claude there, and it comes back here.');
  }

  /** Ends the run, continues the conversation in the terminal that `startTerminal` makes, and ends when that terminal exits. */
  async start<T extends TerminalProcess>(env: Environment, startTerminal: StartTerminal<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#active = promise;
    const end = (): void => {
      this.#active = null;
      resolve();
      this.#deps.changed();
    };
    try {
      const plan = await this.#plan(env);
      await this.#endRun();
      const from = await this.#transcriptSize();
      const terminal = await startTerminal(() => {
        if (this.#closed) throw new AppError('not-found', 'This session is no longer open.');
        return plan;
      });
      this.#transcript.note({ what: 'info', text: 'Continued in a terminal.' });
      void terminal.exited.then(() => this.#catchUp(from)).finally(end);
      return terminal;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** From now on no terminal is started, even if a handoff is already under way. */
  close(): void {
    this.#closed = true;
  }

  async #plan(env: Environment): Promise<LaunchPlan> {
    const record = this.#record.value;
    const { demo, conversation } = record;
    if (demo) throw new AppError('bad-request', 'The demo agent can’t be used in a terminal.');
    if (conversation.state !== 'kept') throw new AppError('bad-request', 'There is nothing to continue yet: say something first.');
    return planInTerminal(record, conversation.id, { claude: await this.#deps.claude(false), env });
  }

  /** The size of the CLI's transcript, in bytes. */
  async #transcriptSize(): Promise<number> {
    const file = await this.#deps.conversations.of(this.#record.value);
    return file === null ? 0 : (await stat(file)).size;
  }

  /** Adds to our transcript the lines that the CLI wrote after the first `from` bytes of its own. */
  async #catchUp(from: number): Promise<void> {
    const record = this.#record.value;
    try {
      const file = await this.#deps.conversations.of(record);
      if (file === null) return;
      for await (const event of readPastSession(file, from)) this.#transcript.write((builder) => builder.add(event));
    } catch (error) {
      this.#deps.log.error('what was said in the terminal could not be read', { session: record.id, error });
      this.#transcript.note({ what: 'info', text: 'What was said in the terminal could not be read.' });
    } finally {
      this.#transcript.write((builder) => builder.endRun());
    }
  }
}
