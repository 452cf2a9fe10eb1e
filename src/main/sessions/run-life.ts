import { AppError, messageOf } from '../../shared/errors';
import type { SessionTrouble } from '../../shared/session';
import type { StopOptions } from '../claude/child';
import type { TransportEnd } from '../claude/transport';
import { LiveRun } from './live-run';
import { mayRestart, recentCrashes } from './restart-policy';
import type { RunOwner } from './run-owner';
import type { SessionDependencies } from './session-dependencies';

/** The runs of one session, one after the other: how each starts and ends, and what follows from its end. */
export class RunLife {
  readonly #deps: SessionDependencies;
  readonly #owner: RunOwner;
  #live: LiveRun | null = null;
  /** From the wish to have a run until the run is ready. Never rejects. */
  #starting: Promise<void> | null = null;
  /** From the wish to have no run until the next one is wanted. */
  #stopping = false;
  /** Settled when the run that was stopped is gone. */
  #leaving: Promise<unknown> | null = null;
  /** A message came while the run was being stopped: another run is to take it. */
  #resumes = false;
  /** The run is gone and another should take over by itself, once what was starting has been told. */
  #takeOver = false;
  #closed = false;
  #trouble: SessionTrouble | null = null;
  #crashes: readonly number[] = [];

  constructor(deps: SessionDependencies, owner: RunOwner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  get live(): LiveRun | null {
    return this.#live;
  }

  get isStarting(): boolean {
    return this.#starting !== null;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** There is a run, or will be. */
  get isUp(): boolean {
    return this.#live !== null || this.isStarting;
  }

  /** Why there is no run although there should be one. */
  get trouble(): SessionTrouble | null {
    return this.#trouble;
  }

  wake(): void {
    if (!this.isUp) this.#start(false);
  }

  /** A run that is ready; rejects when there is none, and there can't be one now. `mayStart` throws where none may be started. */
  async ready(mayStart: () => void): Promise<LiveRun> {
    // One on its way out takes words that it never reads.
    if (this.#stopping) await this.#leaving;
    mayStart();
    this.wake();
    // One that could not go on from its conversation is followed by another.
    while (this.isStarting) await this.#starting;
    // Or it was stopped meanwhile, as one that refuses to begin is, and is on its way out, too.
    if (!this.#live || this.#stopping) throw new AppError('run-gone', this.#trouble?.text ?? 'Claude could not be started.');
    return this.#live;
  }

  /** Should the run be on its way out, another one follows. */
  wakeAfterStop(): void {
    this.#resumes = this.#stopping;
  }

  /** Ends the run, or the start of one. */
  async stop(options: StopOptions): Promise<void> {
    if (!this.isUp) return;
    this.#stopping = true;
    this.#resumes = false;
    this.#deps.changed();
    // The end of input alone would let a turn go on to its own end.
    if (this.#live?.facts.busy && !options.askWaiting) this.#live.run.peer.interrupt().catch(() => undefined);
    this.#leaving = this.#live?.run.stop(options) ?? null;
    await this.#leaving;
    await this.#starting;
    if (this.#resumes) this.wake();
  }

  async restart(options: StopOptions): Promise<void> {
    await this.stop(options);
    this.#crashes = [];
    this.wake();
  }

  /** Whatever is under way, no other run starts. */
  close(): void {
    this.#closed = true;
  }

  /** The app is about to exit. */
  killNow(): void {
    this.#closed = true;
    this.#stopping = true;
    this.#live?.run.killNow();
  }

  #start(automatic: boolean): void {
    if (this.#closed) return;
    this.#trouble = null;
    this.#stopping = false;
    this.#resumes = false;
    this.#takeOver = false;
    this.#starting = this.#launch(automatic)
      .catch((error: unknown) => this.#failToStart(error))
      .finally(() => {
        this.#starting = null;
        this.#startNextRunOrFlush();
        this.#deps.changed();
      });
    this.#deps.changed();
  }

  async #launch(automatic: boolean): Promise<void> {
    const claude = await this.#deps.claude(this.#owner.record.value.demo);
    await this.#owner.prepare();
    // Nothing is awaited between this and the spawn: a stop meanwhile would find no run to end.
    if (this.#stopping) throw new AppError('run-gone', 'The session was stopped before its run started.');
    const live = new LiveRun(claude, this.#deps, this.#owner, {
      ended: (end) => this.#onEnded(live, end),
      wider: (trouble) => this.#refuse(trouble),
    });
    this.#live = live;
    this.#deps.changed();
    const { transcript } = this.#owner;
    if (live.started.conversation.state === 'kept' && transcript.length > 0) transcript.note({ what: 'restart', automatic });
    await live.initialize();
    await this.#owner.settle(live.started);
  }

  #failToStart(error: unknown): void {
    if (this.#stopping) this.#owner.offerBackOpening();
    // Its end has been told already, with all there is to say.
    if (error instanceof AppError && error.code === 'run-gone') return;
    if (error instanceof AppError && error.code === 'no-claude') this.#fail({ code: 'no-claude', text: error.message });
    else {
      this.#deps.log.error('a run could not be started', { session: this.#owner.record.value.id, error });
      const trouble: SessionTrouble = { code: 'not-started', text: messageOf(error) };
      this.#fail(trouble);
      // One that is up but never was ready takes no message: whatever is sent to it would wait for ever.
      if (this.#live) this.#refuse(trouble);
    }
  }

  #refuse(trouble: SessionTrouble): void {
    this.#trouble = trouble;
    this.#stopping = true;
    // A signal, not the end of input: that would let the turn run to its end.
    this.#leaving = this.#live?.run.stop({ askWaiting: true }) ?? null;
  }

  #onEnded(live: LiveRun, end: TransportEnd): void {
    if (this.#live !== live) return;
    const { run, facts, isReady } = live;
    const wasBusy = facts.busy || !isReady;
    this.#live = null;
    this.#owner.ended();
    const stderr = run.errorLines.slice(-20).join('\n');
    this.#deps.log.info('run ended', { session: this.#owner.record.value.id, run: run.id, ...end, wasBusy });
    if (this.#stopping) this.#owner.offerBackOpening();
    else if (end.reason === 'not-started') this.#fail({ code: 'not-started', text: end.message });
    else if (end.reason === 'line-too-long') this.#fail({ code: 'line-too-long', text: end.message });
    // A run that was killed before the CLI wrote anything down leaves nothing to resume.
    else if (facts.conversationMissing && this.#owner.record.value.conversation.state !== 'none') this.#startOver();
    else if (end.exitCode !== 0 || wasBusy) this.#crashed(end, stderr, wasBusy);
    this.#deps.changed();
    this.#startNextRunOrFlush();
  }

  #crashed(end: TransportEnd, stderr: string, wasBusy: boolean): void {
    const now = this.#deps.now();
    this.#crashes = [...recentCrashes(this.#crashes, now), now];
    this.#owner.transcript.note({ what: 'crash', exitCode: end.exitCode, signal: end.signal, stderr });
    const again = wasBusy && mayRestart(this.#crashes, now);
    this.#deps.log.error('run crashed', { session: this.#owner.record.value.id, ...end, stderr, again });
    if (again) this.#takeOver = true;
    else if (wasBusy) this.#fail({ code: 'crashed', text: `${end.message} It was restarted twice already; it waits for you now.` });
  }

  #startOver(): void {
    this.#owner.record.update({ conversation: { state: 'none' } });
    const text = 'Claude has no record of this conversation any more. It starts afresh, without what is above.';
    this.#owner.transcript.note({ what: 'info', text });
    this.#takeOver = true;
  }

  #fail(trouble: SessionTrouble): void {
    this.#trouble = trouble;
    this.#owner.offerBackOpening();
  }

  #startNextRunOrFlush(): void {
    if (this.#takeOver && !this.isUp && !this.#stopping) this.#start(true);
    else this.#owner.flushQueue();
  }
}
