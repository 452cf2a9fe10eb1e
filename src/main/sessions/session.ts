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
  /** From the wish to have a run until the run is ready. */
  #starting = false;
  /** The run is gone and another should take over by itself, once what was starting has been told. */
  #takeOver = false;
  #ready = false;
  #facts: RunFacts = newRunFacts;
  #trouble: SessionTrouble | null = null;
  #crashes: readonly number[] = [];
  #stopping = false;

  constructor(record: StoredSession, around: SessionSurroundings) {
    this.#record = record;
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
    if (!this.#run && !this.#starting) {
      this.#keep({ opening: message });
      this.#start(false);
      return { queued: false };
    }
    if (this.#state === 'idle') {
      this.#deliver(message);
      return { queued: false };
    }
    // One slot. What it held is offered back, after anything that was offered before.
    const replaced = this.#record.queued?.text;
    this.#keep({ queued: message, offered: replaced ? joined(this.#record.offered, replaced) : this.#record.offered });
    return { queued: true };
  }

  /** Hands the queued message to the running turn. */
  sendQueuedNow(): void {
    const { queued } = this.#record;
    if (!queued) throw new AppError('not-found', 'No message is queued.');
    this.#keep({ queued: null });
    if (this.#run && this.#ready) this.#deliver(queued);
    else this.send(queued);
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

  /** Ends the run; the session stays, and the next message resumes it. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    this.#stopping = true;
    this.#changed();
    await run.stop({ askWaiting: this.#around.desk.waitingIn(this.id) > 0 });
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#trouble = null;
    this.#crashes = [];
    this.#start(false);
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
    if (!this.#run && !this.#starting) this.#start(false);
  }

  /** The app is about to exit. */
  killNow(): void {
    this.#run?.killNow();
  }

  /** The desk's list changed: how many wait is part of the state. */
  asksChanged(): void {
    if (this.#run) this.#changed();
  }

  get #state(): SessionState {
    if (this.#starting) return 'starting';
    if (!this.#run) return this.#trouble ? 'failed' : 'stopped';
    if (this.#around.desk.waitingIn(this.id) > 0) return 'waiting';
    return this.#facts.busy ? 'working' : 'idle';
  }

  /** Only the CLI that is ready takes requests; without it the record alone changes, and the next run starts with it. */
  async #ifReady<T>(use: (run: Run) => Promise<T>): Promise<T | undefined> {
    return this.#run && this.#ready ? use(this.#run) : undefined;
  }

  #start(automatic: boolean): void {
    this.#trouble = null;
    this.#starting = true;
    this.#changed();
    this.#launch(automatic)
      .catch((error: unknown) => this.#failToStart(error))
      .finally(() => {
        this.#starting = false;
        this.#changed();
        this.#goOn();
      });
  }

  async #launch(automatic: boolean): Promise<void> {
    const { demo, folder, model, mode, trusted, conversation } = this.#record;
    const claude = await this.#around.claude(demo);
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
    this.#stopping = false;
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
    this.#onInitialized(initialized);
  }

  #onInitialized({ models, current_permission_mode: mode }: Initialized): void {
    this.#around.models(models.map(({ value, displayName }) => ({ value, name: displayName ?? value })));
    // Newer versions say it before the first turn; then nothing of a run in a wider mode has happened yet.
    if (mode !== undefined) this.#checkMode(mode);
  }

  #failToStart(error: unknown): void {
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
    const before = this.#facts;
    const after = factsAfter(before, message, this.#around.now());
    this.#facts = after;
    this.#put(this.#transcript.add(message));
    if (after === before) return;
    if (after.first && !before.first) {
      this.#checkMode(after.first.mode);
      if (after.first.cwd !== '' && after.first.cwd !== this.#record.folder) {
        this.#around.log.warn('the run works in another folder', { asked: this.#record.folder, got: after.first.cwd });
      }
    }
    this.#rememberConversation(after);
    this.#changed();
    if (before.busy && !after.busy) this.#goOn();
  }

  /** The CLI's word counts for how to resume; ours would be wrong after /clear and on a fork. */
  #rememberConversation({ kept, conversationId, mode }: RunFacts): void {
    const { conversation } = this.#record;
    const planning = mode === 'plan' ? 'plan' : 'default';
    if (mode !== null && planning !== this.#record.mode) this.#keep({ mode: planning });
    if (!kept || conversationId === null || (conversation.state === 'kept' && conversation.id === conversationId)) return;
    this.#keep({ conversation: { state: 'kept', id: conversationId } });
  }

  #checkMode(got: string): void {
    if (!modeIsWider(this.#record.mode, got)) return;
    this.#trouble = {
      code: 'mode-wider',
      text: `Claude started in the mode “${got}”, which allows more without asking than “${this.#record.mode}”. The run was stopped before anything else happened.`,
    };
    this.#stopping = true;
    // A signal, not the end of input: that would let the turn run to its end.
    void this.#run?.stop({ askWaiting: true });
  }

  #onAsk(body: CanUseTool, incoming: Incoming<PermissionResult>): void {
    const { ask, input } = toAsk(this.id, body, this.#around.now());
    this.#around.desk.ask({ ask, input }, incoming.signal, async (decision) => {
      await incoming.reply(toPermissionResult(ask, input, decision));
      if (decision.answer !== 'deny') return;
      this.#put(this.#transcript.deny(body.tool_use_id));
      // In two steps: a deny that interrupts would drop the reason.
      if (decision.stop) await this.interrupt();
    });
  }

  #onEnded(run: Run, end: TransportEnd): void {
    if (this.#run !== run) return;
    const wasBusy = this.#facts.busy || !this.#ready;
    this.#run = null;
    this.#facts = { ...this.#facts, busy: false, retry: null };
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
    if (this.#starting || this.#stopping) return;
    const { opening, queued } = this.#record;
    if (!this.#run) {
      // A message that was queued when the run ended goes by a new one.
      const message = queued !== null && this.#trouble === null;
      if (!this.#takeOver && !message) return;
      const automatic = this.#takeOver;
      this.#takeOver = false;
      this.#start(automatic);
      return;
    }
    if (!this.#ready || this.#facts.busy) return;
    const next = opening ?? queued;
    if (!next) return;
    this.#keep(opening ? { opening: null } : { queued: null });
    this.#deliver(next);
  }

  #deliver(message: OutgoingMessage): void {
    const run = this.#run;
    if (!run) return;
    const uuid = randomUUID();
    this.#facts = { ...this.#facts, busy: true };
    const images = message.images.map(({ mediaType, data }) => ({ mediaType, data }));
    this.#put(this.#transcript.say({ uuid, text: message.text, images, state: 'sent' }));
    this.#changed();
    run.peer.sendUserMessage(contentOf(message), { uuid }).catch(() => {
      this.#put(this.#transcript.settle(uuid, 'withdrawn'));
      this.#keep({ offered: joined(this.#record.offered, message.text) });
    });
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
