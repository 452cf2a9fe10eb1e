import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/errors';
import type { RunId, SessionId } from '../../shared/ids';
import type { ModelChoice, OutgoingMessage, SessionState, SessionSummary, SessionTrouble } from '../../shared/session';
import type { Note, TranscriptChange } from '../../shared/transcript';
import type { AskDesk } from '../asks/ask-desk';
import type { Log } from '../base/log';
import type { Initialized } from '../claude/answers';
import type { Incoming } from '../claude/incoming-requests';
import { type ClaudeCommand, launchPlan, modeIsWider } from '../claude/launch-plan';
import { TranscriptBuilder } from '../claude/to-transcript';
import type { TransportEnd } from '../claude/transport';
import type { CanUseTool, CliMessage, PermissionResult, UserContent } from '../claude/wire';
import type { Ledger } from '../ledger/ledger';
import { toPermissionResult } from './permission-result';
import { mayRestart, recentCrashes } from './restart-policy';
import type { Run, StartRun } from './run';
import { factsAfter, newRunFacts, type RunFacts } from './run-facts';
import type { StoredSession } from './stored-session';
import { toAsk } from './to-ask';

/** What a session needs from the rest of the app. */
export interface SessionSurroundings {
  /** The program to run; rejects with 'no-claude' when there is none. */
  readonly claude: (demo: boolean) => Promise<ClaudeCommand>;
  readonly startRun: StartRun;
  readonly newRunId: () => RunId;
  readonly desk: AskDesk;
  readonly ledger: Pick<Ledger, 'write' | 'count' | 'fullPage'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly now: () => number;
  /** The record must be on disk when this returns. */
  readonly save: (record: StoredSession) => void;
  readonly changed: () => void;
  readonly transcript: (id: SessionId, changes: readonly TranscriptChange[], total: number) => void;
  readonly models: (models: readonly ModelChoice[]) => void;
}

/** How many items a new builder knows of, so that calls from before a restart still find their results. */
const remembered = 100;

/** One conversation with Claude. It outlives its runs: whatever needs one starts one. */
export class Session {
  readonly #around: SessionSurroundings;
  #record: StoredSession;
  #builder: TranscriptBuilder | null = null;
  #run: Run | null = null;
  /** From the wish to have a run until the run is ready. Never rejects. */
  #starting: Promise<void> | null = null;
  /** The run is gone and another should take over by itself, once what was starting has been told. */
  #takeOver = false;
  #ready = false;
  #facts: RunFacts = newRunFacts;
  /** Calls that were denied for good: their results end the turn. */
  readonly #lastCalls = new Set<string>();
  #trouble: SessionTrouble | null = null;
  #crashes: readonly number[] = [];
  #stopping = false;
  /** A message came while the run was being stopped: another run is to take it. */
  #goesOn = false;
  #closed = false;

  constructor(record: StoredSession, around: SessionSurroundings) {
    // A message that was to open a run which an earlier life of the app did not see ready.
    this.#record = record.opening ? { ...record, opening: null, offered: joined(record.offered, record.opening.text) } : record;
    this.#around = around;
  }

  get id(): SessionId {
    return this.#record.id;
  }

  get record(): StoredSession {
    return this.#record;
  }

  get hasRun(): boolean {
    return this.#run !== null;
  }

  get summary(): SessionSummary {
    const { id, title, folder, model, mode, trusted, demo, queued, offered } = this.#record;
    return {
      id,
      title,
      folder,
      state: this.#state,
      waiting: this.#around.desk.waitingIn(id),
      model,
      mode: (this.#run && this.#facts.mode) ?? mode,
      trusted,
      demo,
      queued: queued && { text: queued.text, images: queued.images.length },
      offered,
      trouble: this.#trouble,
      retry: this.#facts.retry,
      items: this.#builder?.length ?? this.#around.ledger.count(id),
      pid: this.#run?.pid ?? null,
    };
  }

  /** Idle: sent at once. Working: queued for the end of the turn. No run: a run is started for it. */
  send(message: OutgoingMessage): { queued: boolean } {
    if (message.text.trim() === '' && message.images.length === 0) throw new AppError('bad-request', 'There is nothing to send.');
    if (!this.#run && this.#starting === null) {
      this.#keep({ opening: message });
      this.#start(false);
      return { queued: false };
    }
    if (this.#state === 'idle' && !this.#stopping) {
      this.#deliver(message);
      return { queued: false };
    }
    this.#goesOn = this.#stopping;
    // One slot. What it held is offered back, after anything that was offered before.
    const replaced = this.#record.queued?.text;
    this.#keep({ queued: message, offered: replaced ? joined(this.#record.offered, replaced) : this.#record.offered });
    return { queued: true };
  }

  /** Hands the queued message to the running turn. */
  sendQueuedNow(): void {
    const { queued } = this.#record;
    if (!queued) throw new AppError('not-found', 'No message is queued.');
    if (this.#run && this.#ready && !this.#stopping) this.#deliver(queued, { queued: null });
    else {
      this.#keep({ queued: null });
      this.send(queued);
    }
  }

  discardQueued(): string {
    const { queued } = this.#record;
    if (!queued) throw new AppError('not-found', 'No message is queued.');
    this.#keep({ queued: null });
    return queued.text;
  }

  takeOffered(): void {
    this.#keep({ offered: null });
  }

  async interrupt(): Promise<void> {
    await this.#run?.peer.interrupt();
  }

  /** Ends the run, or the start of one; the session stays, and the next message resumes it. */
  async stop(): Promise<void> {
    if (!this.#run && this.#starting === null) return;
    this.#stopping = true;
    this.#goesOn = false;
    this.#changed();
    const askWaiting = this.#around.desk.waitingIn(this.id) > 0;
    // The end of input alone would let a turn go on to its own end.
    if (this.#facts.busy && !askWaiting) this.interrupt().catch(() => undefined);
    await this.#run?.stop({ askWaiting });
    await this.#starting;
    if (this.#goesOn) this.wake();
  }

  /** Ends it for good: whatever else is under way, no other run starts. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#crashes = [];
    this.wake();
  }

  async rename(title: string): Promise<void> {
    this.#keep({ title, named: true });
    await this.#ifReady((run) => run.peer.renameSession(title));
  }

  async setModel(model: string): Promise<void> {
    await this.#ifReady((run) => run.peer.setModel(model));
    this.#keep({ model });
  }

  async setPlanMode(on: boolean): Promise<void> {
    const mode = on ? 'plan' : 'default';
    const told = await this.#ifReady((run) => run.peer.setPermissionMode(mode));
    if (told !== undefined) this.#facts = { ...this.#facts, mode: told };
    this.#keep({ mode });
  }

  /** Starts a run if there is none; for what needs one without saying anything. */
  wake(): void {
    if (!this.#run && this.#starting === null) this.#start(false);
  }

  /** The app is about to exit. */
  killNow(): void {
    this.#closed = true;
    this.#stopping = true;
    this.#run?.killNow();
  }

  /** The desk's list changed: how many wait is part of the state. */
  asksChanged(): void {
    if (this.#run) this.#changed();
  }

  get #state(): SessionState {
    if (this.#starting !== null) return 'starting';
    if (!this.#run) return this.#trouble ? 'failed' : 'stopped';
    if (this.#around.desk.waitingIn(this.id) > 0) return 'waiting';
    return this.#facts.busy ? 'working' : 'idle';
  }

  /** Only the CLI that is ready takes requests; without it the record alone changes, and the next run starts with it. */
  async #ifReady<T>(use: (run: Run) => Promise<T>): Promise<T | undefined> {
    return this.#run && this.#ready ? use(this.#run) : undefined;
  }

  #start(automatic: boolean): void {
    if (this.#closed) return;
    this.#trouble = null;
    this.#stopping = false;
    this.#goesOn = false;
    this.#takeOver = false;
    this.#starting = this.#launch(automatic)
      .catch((error: unknown) => this.#failToStart(error))
      .finally(() => {
        this.#starting = null;
        this.#goOn();
        this.#changed();
      });
    this.#changed();
  }

  async #launch(automatic: boolean): Promise<void> {
    const claude = await this.#around.claude(this.#record.demo);
    if (this.#stopping) throw new AppError('run-gone', 'The session was stopped before its run started.');
    const { folder, model, mode, trusted, conversation } = this.#record;
    const id = this.#around.newRunId();
    const fresh = randomUUID();
    const plan = launchPlan({
      claude,
      runId: id,
      env: this.#around.env,
      session: {
        cwd: folder,
        conversation:
          conversation.state === 'kept'
            ? { kind: 'resume', sessionId: conversation.id }
            : conversation.state === 'fork'
              ? { kind: 'fork', from: conversation.from, sessionId: fresh }
              : { kind: 'new', sessionId: fresh },
        permissionMode: mode,
        trusted,
        ...(model === null ? {} : { model }),
      },
    });
    this.#facts = newRunFacts;
    this.#ready = false;
    const run = this.#around.startRun(id, plan, {
      canUseTool: (body, incoming) => this.#onAsk(body, incoming),
      message: (message) => this.#onMessage(message),
      trouble: (trouble) => this.#around.log.warn('protocol trouble', { session: this.id, ...trouble }),
      ended: (end) => this.#onEnded(run, end),
    });
    this.#run = run;
    this.#changed();
    if (conversation.state === 'kept' && this.#transcript.length > 0) this.#note({ what: 'restart', automatic });
    const initialized = await run.peer.initialize();
    this.#ready = true;
    this.#onInitialized(initialized, mode);
    // What a person changed while it started.
    const wanted = this.#record;
    if (wanted.model !== null && wanted.model !== model) await this.#unlessRefused(this.setModel(wanted.model), { model });
    if (wanted.mode !== mode) await this.#unlessRefused(this.setPlanMode(wanted.mode === 'plan'), { mode });
  }

  /** What the CLI refuses stays as it was. */
  async #unlessRefused(change: Promise<void>, before: Partial<StoredSession>): Promise<void> {
    await change.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'cli-refused') throw error;
      this.#around.log.warn('a change was refused', { session: this.id, error });
      this.#keep(before);
    });
  }

  #onInitialized({ models, current_permission_mode: got }: Initialized, asked: StoredSession['mode']): void {
    this.#around.models(models.map(({ value, displayName }) => ({ value, name: displayName ?? value })));
    // Newer versions say it before the first turn; then nothing of a run in a wider mode has happened yet.
    if (got !== undefined) this.#checkMode(got, asked);
  }

  #failToStart(error: unknown): void {
    if (this.#stopping) this.#offerBackOpening();
    // Its end has been told already, with all there is to say.
    if (error instanceof AppError && error.code === 'run-gone') return;
    if (error instanceof AppError && error.code === 'no-claude') this.#trouble = { code: 'no-claude', text: error.message };
    else {
      this.#around.log.error('a run could not be started', { session: this.id, error });
      this.#trouble = { code: 'not-started', text: error instanceof Error ? error.message : String(error) };
    }
    this.#offerBackOpening();
  }

  #onMessage(message: CliMessage): void {
    // A run that can't go on from the conversation says so as if it were a turn's end. The end of the run tells it better.
    if (!this.#ready && message.type === 'result') return;
    const before = this.#facts;
    const after = factsAfter(before, message, this.#around.now());
    this.#facts = after;
    const changes = this.#transcript.add(message);
    this.#put(changes);
    this.#stopAfterLastCall(changes);
    if (after === before) return;
    if (after.first && !before.first) {
      this.#checkMode(after.first.mode, this.#record.mode);
      if (after.first.cwd !== '' && after.first.cwd !== this.#record.folder) {
        this.#around.log.warn('the run works in another folder', { asked: this.#record.folder, got: after.first.cwd });
      }
    }
    this.#rememberConversation(after);
    this.#changed();
    if (before.busy && !after.busy) this.#goOn();
  }

  /** The CLI's word counts for how to resume; ours would be wrong after /clear and on a fork. */
  #rememberConversation({ conversationId, mode }: RunFacts): void {
    const { conversation } = this.#record;
    const planning = mode === 'plan' ? 'plan' : 'default';
    if (mode !== null && planning !== this.#record.mode) this.#keep({ mode: planning });
    if (conversationId === null || (conversation.state === 'kept' && conversation.id === conversationId)) return;
    this.#keep({ conversation: { state: 'kept', id: conversationId } });
  }

  #checkMode(got: string, asked: StoredSession['mode']): void {
    if (!modeIsWider(asked, got)) return;
    this.#trouble = {
      code: 'mode-wider',
      text: `Claude started in the mode “${got}”, which allows more without asking than “${asked}”. The run was stopped before anything else happened.`,
    };
    this.#stopping = true;
    // A signal, not the end of input: that would let the turn run to its end.
    void this.#run?.stop({ askWaiting: true });
  }

  #onAsk(body: CanUseTool, incoming: Incoming<PermissionResult>): void {
    const { ask, input } = toAsk(this.id, body, this.#around.now());
    this.#around.desk.ask({ ask, input }, incoming.signal, async (decision) => {
      if (decision.answer === 'deny' && decision.stop) this.#lastCalls.add(body.tool_use_id);
      await incoming.reply(toPermissionResult(ask, input, decision));
      if (decision.answer === 'deny') this.#put(this.#transcript.deny(body.tool_use_id));
    });
  }

  /** A denial that interrupts drops its reason, and so does an interrupt before the CLI has written the denial down. */
  #stopAfterLastCall(changes: readonly TranscriptChange[]): void {
    for (const { item } of changes) {
      if (item.kind !== 'tool' || item.result === null || !this.#lastCalls.delete(item.toolUseId)) continue;
      // It fails only when the run is gone, and that stops it, too.
      this.interrupt().catch(() => undefined);
    }
  }

  #onEnded(run: Run, end: TransportEnd): void {
    if (this.#run !== run) return;
    const wasBusy = this.#facts.busy || !this.#ready;
    this.#run = null;
    this.#facts = { ...this.#facts, busy: false, retry: null };
    this.#lastCalls.clear();
    this.#put(this.#transcript.endRun());
    const stderr = run.errorLines.slice(-20).join('\n');
    this.#around.log.info('run ended', { session: this.id, run: run.id, ...end, wasBusy });
    if (this.#stopping) this.#offerBackOpening();
    else if (end.reason === 'not-started') this.#fail({ code: 'not-started', text: end.message });
    else if (end.reason === 'line-too-long') this.#fail({ code: 'line-too-long', text: end.message });
    else if (this.#conversationIsUnknown(stderr)) this.#startOver();
    else if (end.exitCode !== 0 || wasBusy) this.#crashed(end, stderr, wasBusy);
    this.#changed();
    this.#goOn();
  }

  #crashed(end: TransportEnd, stderr: string, wasBusy: boolean): void {
    const now = this.#around.now();
    this.#crashes = [...recentCrashes(this.#crashes, now), now];
    this.#note({ what: 'crash', exitCode: end.exitCode, signal: end.signal, stderr });
    const again = wasBusy && mayRestart(this.#crashes, now);
    this.#around.log.error('run crashed', { session: this.id, ...end, stderr, again });
    if (again) this.#takeOver = true;
    else if (wasBusy) this.#fail({ code: 'crashed', text: `${end.message} It was restarted twice already; it waits for you now.` });
  }

  /** A run that was killed before the CLI wrote anything down leaves nothing to resume. */
  #conversationIsUnknown(stderr: string): boolean {
    return this.#record.conversation.state !== 'none' && stderr.includes('No conversation found');
  }

  #startOver(): void {
    this.#keep({ conversation: { state: 'none' } });
    this.#note({ what: 'info', text: 'Claude has no record of this conversation any more. It starts afresh, without what is above.' });
    this.#takeOver = true;
  }

  #fail(trouble: SessionTrouble): void {
    this.#trouble = trouble;
    this.#offerBackOpening();
  }

  #offerBackOpening(): void {
    const { opening, offered } = this.#record;
    if (opening) this.#keep({ opening: null, offered: joined(offered, opening.text) });
  }

  /** A run became ready, a turn ended, or a run did: does what waited for that. */
  #goOn(): void {
    if (this.#starting !== null || this.#stopping) return;
    const { opening, queued } = this.#record;
    if (!this.#run) {
      // A message that was queued when the run ended goes by a new one.
      const message = queued !== null && this.#trouble === null;
      if (!this.#takeOver && !message) return;
      this.#start(this.#takeOver);
      return;
    }
    if (!this.#ready || this.#facts.busy) return;
    const next = opening ?? queued;
    if (!next) return;
    this.#deliver(next, opening ? { opening: null } : { queued: null });
  }

  /** `taken` says where the message was kept until now. */
  #deliver(message: OutgoingMessage, taken: Partial<StoredSession> = {}): void {
    const run = this.#run;
    if (!run) return;
    const uuid = randomUUID();
    // Busy before anything is said, or it would look idle for a moment.
    this.#facts = { ...this.#facts, busy: true };
    this.#keep(taken);
    const images = message.images.map(({ mediaType, data }) => ({ mediaType, data }));
    this.#put(this.#transcript.say({ uuid, text: message.text, images, state: 'queued' }));
    this.#changed();
    run.peer.sendUserMessage(contentOf(message), { uuid }).then(
      () => this.#put(this.#transcript.settle(uuid, 'sent')),
      () => {
        this.#put(this.#transcript.settle(uuid, 'withdrawn'));
        this.#keep({ offered: joined(this.#record.offered, message.text) });
      },
    );
  }

  get #transcript(): TranscriptBuilder {
    if (!this.#builder) {
      const { ledger, now } = this.#around;
      this.#builder = new TranscriptBuilder({
        nextIndex: ledger.count(this.id),
        recent: ledger.fullPage(this.id, { limit: remembered }),
        now,
      });
    }
    return this.#builder;
  }

  #note(note: Note): void {
    this.#put(this.#transcript.note(note));
  }

  #put(changes: readonly TranscriptChange[]): void {
    if (changes.length === 0) return;
    this.#around.ledger.write(this.id, changes);
    this.#around.transcript(this.id, changes, this.#transcript.length);
  }

  #keep(change: Partial<StoredSession>): void {
    this.#record = { ...this.#record, ...change };
    this.#around.save(this.#record);
    this.#changed();
  }

  #changed(): void {
    this.#around.changed();
  }
}

function contentOf({ text, images }: OutgoingMessage): UserContent {
  if (images.length === 0) return text;
  const pictures = images.map(({ mediaType, data }) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: mediaType, data },
  }));
  return [...pictures, ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }])];
}

const joined = (before: string | null, text: string): string => (before ? `${before}\n\n${text}` : text);
