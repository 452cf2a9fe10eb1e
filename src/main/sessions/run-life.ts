import { AppError, messageOf } from '../../shared/errors';
import type { SessionTrouble } from '../../shared/session';
import type { StopOptions } from '../claude/child';
import type { TransportEnd } from '../claude/transport';
import { LiveRun, type LiveRunEvent } from './live-run';
import { mayRestart, recentCrashes } from './restart-policy';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

/** What the runs of a session report to it. */
export type RunEvent =
  | Exclude<LiveRunEvent, { kind: 'mode-too-wide' | 'exited' }>
  /** A run is about to start. RunLife awaits the handler before it spawns the run. */
  | { readonly kind: 'starting' }
  /** The run answered its first request. It counts as starting until the handler is done; `started` is the record it was started with. */
  | { readonly kind: 'initialized'; readonly started: StoredSession }
  | { readonly kind: 'ended' }
  /** A start succeeded or failed, or a run ended, and no other run follows automatically. */
  | { readonly kind: 'settled' };

/** The runs of one session, one at a time: how each starts and ends, and whether another follows. */
export class RunLife {
  readonly #deps: SessionDependencies;
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #report: (event: RunEvent) => void | Promise<void>;
  #live: LiveRun | null = null;
  /** Set from the request for a run until the run is ready. Never rejects. */
  #starting: Promise<void> | null = null;
  /** Set from the request to stop until the next run is requested. */
  #stopping = false;
  /** Settles when the run that was told to stop has exited. */
  #exiting: Promise<unknown> | null = null;
  /** A message arrived while the run was stopping, so another run must take it. */
  #ensureRunAfterStop = false;
  /** The run ended unexpectedly and another one should take over, once any start under way has finished. */
  #restartDue = false;
  #closed = false;
  #trouble: SessionTrouble | null = null;
  #crashes: readonly number[] = [];

  constructor(
    deps: SessionDependencies,
    record: SessionRecord,
    transcript: SessionTranscript,
    report: (event: RunEvent) => void | Promise<void>,
  ) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#report = report;
  }

  get live(): LiveRun | null {
    return this.#live;
  }

  /** The run, once it takes requests. */
  get readyRun(): LiveRun | null {
    return this.#live?.isReady ? this.#live : null;
  }

  get isStarting(): boolean {
    return this.#starting !== null;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** A run exists or is being started. */
  get isUp(): boolean {
    return this.#live !== null || this.isStarting;
  }

  /** Why there is no run although there should be one. */
  get trouble(): SessionTrouble | null {
    return this.#trouble;
  }

  /** Starts a run if there is none. */
  ensureRun(): void {
    if (!this.isUp) this.#start(false);
  }

  /** Returns a ready run, starting one if needed. Rejects if none can be started; `assertMayStart` throws if none may be. */
  async ready(assertMayStart: () => void): Promise<LiveRun> {
    // A run that is stopping accepts messages but never reads them.
    if (this.#stopping) await this.#exiting;
    assertMayStart();
    this.ensureRun();
    // A run that could not resume its conversation is followed by another start.
    while (this.isStarting) await this.#starting;
    // The new run may have been stopped meanwhile, for example because it started in too wide a mode.
    if (!this.#live || this.#stopping) throw new AppError('run-gone', this.#trouble?.text ?? 'Claude could not be started.');
    return this.#live;
  }

  /** If the run is stopping, starts another one afterwards. */
  ensureRunAfterStop(): void {
    this.#ensureRunAfterStop = this.#stopping;
  }

  /** Ends the run, or cancels the start of one. */
  async stop(options: StopOptions): Promise<void> {
    if (!this.isUp) return;
    this.#stopping = true;
    this.#ensureRunAfterStop = false;
    this.#deps.changed();
    // Closing its input alone would let the current turn run to its end.
    if (this.#live?.facts.busy && !options.askWaiting) this.#live.run.peer.interrupt().catch(() => undefined);
    this.#exiting = this.#live?.run.stop(options) ?? null;
    await this.#exiting;
    await this.#starting;
    if (this.#ensureRunAfterStop) this.ensureRun();
  }

  async restart(options: StopOptions): Promise<void> {
    await this.stop(options);
    this.#crashes = [];
    this.ensureRun();
  }

  /** From now on no run starts, even if a stop or restart is under way. */
  close(): void {
    this.#closed = true;
  }

  /** For when the app is about to exit. */
  killNow(): void {
    this.#closed = true;
    this.#stopping = true;
    this.#live?.run.killNow();
  }

  #start(automatic: boolean): void {
    if (this.#closed) return;
    this.#trouble = null;
    this.#stopping = false;
    this.#ensureRunAfterStop = false;
    this.#restartDue = false;
    this.#starting = this.#launch(automatic)
      .catch((error: unknown) => this.#onStartFailed(error))
      .finally(() => {
        this.#starting = null;
        this.#startNextRun();
        this.#deps.changed();
      });
    this.#deps.changed();
  }

  async #launch(automatic: boolean): Promise<void> {
    const claude = await this.#deps.claude(this.#record.value.demo);
    await this.#report({ kind: 'starting' });
    // Don't await between this check and the spawn: a stop in between would find no run to end.
    if (this.#stopping) throw new AppError('run-gone', 'The session was stopped before its run started.');
    const live: LiveRun = new LiveRun(claude, this.#deps, this.#record, (event) => this.#onRunEvent(live, event));
    this.#live = live;
    this.#deps.changed();
    if (live.started.conversation.state === 'kept' && this.#transcript.length > 0) this.#transcript.note({ what: 'restart', automatic });
    await live.initialize();
    await this.#report({ kind: 'initialized', started: live.started });
  }

  #onRunEvent(live: LiveRun, event: LiveRunEvent): void | Promise<void> {
    if (event.kind === 'exited') this.#onExit(live, event.end);
    else if (event.kind === 'mode-too-wide') this.#refuse(event.trouble);
    else return this.#report(event);
  }

  #onStartFailed(error: unknown): void {
    // The run's exit has been handled and says more.
    if (error instanceof AppError && error.code === 'run-gone') return;
    if (error instanceof AppError && error.code === 'no-claude') this.#trouble = { code: 'no-claude', text: error.message };
    else {
      this.#deps.log.error('a run could not be started', { session: this.#record.value.id, error });
      const text = messageOf(error);
      this.#trouble = { code: 'not-started', text: describeUnusable(this.#live?.version ?? null, text) ?? text };
      // A run that never became ready takes no message: whatever is sent to it would wait for ever.
      if (this.#live) this.#refuse(this.#trouble);
    }
  }

  /** Ends a run that must not be used. */
  #refuse(trouble: SessionTrouble): void {
    this.#trouble = trouble;
    this.#stopping = true;
    // `askWaiting` sends a signal at once. Closing its input would let the turn run to its end.
    this.#exiting = this.#live?.run.stop({ askWaiting: true }) ?? null;
  }

  #onExit(live: LiveRun, end: TransportEnd): void {
    if (this.#live !== live) return;
    const { run, facts, isReady } = live;
    const wasBusy = facts.busy || !isReady;
    this.#live = null;
    void this.#report({ kind: 'ended' });
    this.#deps.log.info('run ended', { session: this.#record.value.id, run: run.id, ...end, wasBusy });
    if (!this.#stopping) this.#onUnexpectedExit(live, end, wasBusy);
    this.#deps.changed();
    this.#startNextRun();
  }

  #onUnexpectedExit({ run, facts, isReady, version }: LiveRun, end: TransportEnd, wasBusy: boolean): void {
    const stderr = run.errorLines.slice(-20).join('\n');
    const unusable = isReady ? null : describeUnusable(version, stderr);
    if (end.reason !== 'exited') this.#trouble = { code: end.reason, text: end.message };
    // The CLI has nothing to resume if an earlier run was killed before the CLI wrote anything.
    else if (facts.conversationMissing && this.#record.value.conversation.state !== 'none') this.#startOver();
    // Another run of this version would end in the same way.
    else if (unusable !== null) this.#trouble = { code: 'not-started', text: unusable };
    else if (end.exitCode !== 0 || wasBusy) this.#onCrash(end, stderr, wasBusy);
  }

  #onCrash(end: TransportEnd, stderr: string, wasBusy: boolean): void {
    const now = this.#deps.now();
    this.#crashes = [...recentCrashes(this.#crashes, now), now];
    this.#transcript.note({ what: 'crash', exitCode: end.exitCode, signal: end.signal, stderr });
    this.#restartDue = wasBusy && mayRestart(this.#crashes, now);
    this.#deps.log.error('run crashed', { session: this.#record.value.id, ...end, stderr, again: this.#restartDue });
    if (wasBusy && !this.#restartDue)
      this.#trouble = { code: 'crashed', text: `${end.message} It was restarted twice already; it waits for you now.` };
  }

  #startOver(): void {
    this.#record.update({ conversation: { state: 'none' } });
    const text = 'Claude has no record of this conversation any more. It starts afresh, without what is above.';
    this.#transcript.note({ what: 'info', text });
    this.#restartDue = true;
  }

  #startNextRun(): void {
    if (this.#restartDue && !this.isUp && !this.#stopping) this.#start(true);
    else void this.#report({ kind: 'settled' });
  }
}

/** What to tell the person if the CLI's words show that it lacks what every run needs: our options or the first request. Otherwise null. */
function describeUnusable(version: string | null, words: string): string | null {
  const lack = /^(error: unknown option .*|Unsupported control request subtype: initialize)$/m.exec(words)?.[0];
  if (lack === undefined) return null;
  const name = version === null ? 'This Claude Code' : `Claude Code ${version}`;
  return `${name} lacks something that Signalbox needs (${lack}). Update it with “claude update”; if it is the newest, update Signalbox.`;
}
