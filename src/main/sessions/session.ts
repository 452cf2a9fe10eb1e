import type { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type {
  ContextUse,
  OfferedMessage,
  OutgoingMessage,
  PermissionChoice,
  QueuedMessage,
  SessionState,
  SessionSummary,
  SlashCommand,
} from '../../shared/session';
import type { PermissionContext } from '../asks/permission-context';
import type { StopOptions } from '../claude/child';
import type { ClaudeEvent } from '../claude/events';
import { lateAnswerMessage, unmadeCallMessage } from './answer-messages';
import { contextAfter } from './context-use';
import { Elicitations } from './elicitations';
import { fileInFolder } from './file-in-folder';
import { HeldMessages } from './held-messages';
import { SessionMcpServers } from './mcp-servers';
import { MentionFiles } from './mention-files';
import { enqueue, offerBackOpening, setOpening, takeQueued } from './message-queue';
import { RunChoices } from './run-choices';
import { type RunEvent, RunLife } from './run-life';
import { SessionAsks } from './session-asks';
import type { SessionDependencies } from './session-dependencies';
import { SessionMessages } from './session-messages';
import { SessionPermissions } from './session-permissions';
import { SessionRecord } from './session-record';
import { SessionTools } from './session-tools';
import { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';
import { type Environment, type StartTerminal, TerminalHandoff, type TerminalProcess } from './terminal-handoff';

/** How long each step of stopping the run may take. */
type Grace = Pick<StopOptions, 'graceMs'>;

/** The summary without what the registry adds. */
export type OwnSummary = Omit<SessionSummary, 'unread'>;

/** One conversation with Claude. It outlives its runs; whatever needs a run starts one. */
export class Session {
  readonly #deps: SessionDependencies;
  readonly #transcript: SessionTranscript;
  readonly #asks: SessionAsks;
  readonly #tools: SessionTools;
  readonly #heldMessages: HeldMessages;
  readonly #elicitations: Elicitations;
  readonly #messages: SessionMessages;
  readonly #life: RunLife;
  readonly #choices: RunChoices;
  readonly #handoff: TerminalHandoff;
  readonly #permissions: SessionPermissions;
  readonly #files: MentionFiles;
  readonly #record: SessionRecord;
  readonly mcpServers: SessionMcpServers;
  #context: ContextUse | null = null;

  constructor(stored: StoredSession, deps: SessionDependencies) {
    const { lasting, allUntil } = stored.permissions;
    this.#deps = deps;
    // If the app ended before a run took the opening message, the message is offered back.
    this.#record = new SessionRecord({ ...stored, ...offerBackOpening(stored), permissions: { lasting, allUntil: null } }, deps);
    this.#transcript = new SessionTranscript(stored.id, deps);
    // The mode "all" ends with the app.
    if (allUntil !== null) this.#transcript.noteWhenOpened({ what: 'permission-mode', mode: lasting, until: null, ended: 'restart' });
    this.#life = new RunLife(deps, this.#record, this.#transcript, (event) => this.#onRunEvent(event));
    this.#messages = new SessionMessages(deps, this.#record, this.#transcript, this.#life, () => this.#flushQueue());
    this.#asks = new SessionAsks(deps, this.#record, this.#transcript, this.#life, (text) => this.#messages.deliver({ text, images: [] }));
    this.#tools = new SessionTools(deps, this.#record, this.#transcript, this.#life, this.#asks);
    this.#heldMessages = new HeldMessages(stored.id, deps, stored.folder);
    this.#elicitations = new Elicitations(stored.id, deps, stored.folder, this.#transcript);
    this.#permissions = new SessionPermissions(deps, this.#record, this.#transcript, this.#life);
    this.#choices = new RunChoices(deps, this.#record, this.#life);
    this.mcpServers = new SessionMcpServers(this.#life, deps.mcpChanged);
    this.#files = new MentionFiles(stored.folder, deps);
    this.#handoff = new TerminalHandoff(deps, this.#record, this.#transcript, () => this.stop());
  }

  get id(): SessionId {
    return this.record.id;
  }

  get record(): StoredSession {
    return this.#record.value;
  }

  get summary(): OwnSummary {
    const { id, title, folder, model, mode, trusted, interactive, demo, queued, offered } = this.record;
    const { live, trouble } = this.#life;
    return {
      id,
      title,
      folder,
      state: this.#state,
      waiting: this.#asks.waiting,
      model,
      mode: live?.facts.mode ?? mode,
      permissions: this.#permissions.now,
      trusted,
      interactive,
      demo,
      queued: queued && inShort(queued),
      offered: offered && inShort(offered),
      trouble,
      retry: live?.facts.retry ?? null,
      context: this.#context,
      tasks: [...(live?.facts.tasks ?? [])],
      items: this.#transcript.length,
      pid: live?.run.pid ?? null,
    };
  }

  /** Sends the message at once if the run is idle, queues it during a turn, and starts a run for it if there is none. */
  send(message: OutgoingMessage): { queued: boolean } {
    if (message.text.trim() === '' && message.images.length === 0) throw new AppError('bad-request', 'There is nothing to send.');
    this.#handoff.assertInactive();
    if (!this.#life.isUp) {
      this.#record.update(setOpening(this.record, message));
      this.ensureRun();
      return { queued: false };
    }
    if (this.#isFree) {
      this.#messages.deliver(message);
      return { queued: false };
    }
    this.#life.ensureRunAfterStop();
    this.#record.update(enqueue(this.record, message));
    return { queued: true };
  }

  /** Sends the queued message into the running turn. */
  sendQueuedNow(): void {
    this.#handoff.assertInactive();
    const { message, left } = takeQueued(this.record);
    if (this.#life.readyRun && !this.#life.isStopping) this.#messages.deliver(message, left);
    else {
      this.#record.update(left);
      this.send(message);
    }
  }

  discardQueued(): OutgoingMessage {
    return this.#messages.discardQueued();
  }

  /** The slash commands of the run, or of the last run in this folder. */
  get commands(): readonly SlashCommand[] {
    return this.#life.live?.commands ?? this.#deps.catalog.commandsIn(this.record.folder);
  }

  /** Files that can be mentioned with `@`. */
  files(query: string): Promise<string[]> {
    return this.#files.find(query, this.#life.readyRun?.run.peer ?? null);
  }

  /** The path of a file in the folder that a server names by its address. */
  fileAt(address: string): Promise<string> {
    return fileInFolder(this.record.folder, address);
  }

  /** Adds a line of ours to the transcript. */
  note(text: string): void {
    this.#transcript.note({ what: 'info', text });
  }

  /** The same for a session that may never be looked at. */
  noteWhenOpened(text: string): void {
    this.#transcript.noteWhenOpened({ what: 'info', text });
  }

  takeOffered(): OfferedMessage {
    return this.#messages.takeOffered();
  }

  async interrupt(): Promise<void> {
    await this.#life.live?.run.peer.interrupt();
  }

  async stopTask(taskId: string): Promise<void> {
    await this.#life.live?.run.peer.stopTask(taskId);
  }

  /** Ends the run, or cancels the start of one. The next message resumes the session. */
  async stop(grace: Grace = {}): Promise<void> {
    await this.#life.stop({ ...grace, askWaiting: this.#asks.isAsking });
  }

  /** Ends the run, and lets no other start. */
  async close(grace: Grace = {}): Promise<void> {
    this.#tools.close();
    this.#permissions.close();
    this.#handoff.close();
    this.#life.close();
    await this.stop(grace);
    await this.#handoff.active;
  }

  async restart(): Promise<void> {
    this.#handoff.assertInactive();
    await this.#life.restart({ askWaiting: this.#asks.isAsking });
  }

  rename(title: string): Promise<void> {
    return this.#choices.rename(title);
  }

  setModel(model: string): Promise<void> {
    return this.#choices.setModel(model);
  }

  setPlanMode(on: boolean): Promise<void> {
    return this.#choices.setMode(on ? 'plan' : 'default');
  }

  setPermissions(choice: PermissionChoice): void {
    this.#permissions.choose(choice);
  }

  /** Whether tools may ask the person in this session. */
  setInteractive(on: boolean): void {
    this.#record.update({ interactive: on });
    this.#deps.changed();
  }

  checkPermissionTime(): void {
    this.#permissions.checkTime();
  }

  get permissionContext(): PermissionContext {
    return this.#permissions.context;
  }

  /** Starts a run if there is none. */
  ensureRun(): void {
    if (this.#handoff.active === null) this.#life.ensureRun();
  }

  /** Ends the run and continues the conversation in the terminal that `startTerminal` makes, until that terminal exits. */
  async continueInTerminal<T extends TerminalProcess>(env: Environment, startTerminal: StartTerminal<T>): Promise<T> {
    this.#handoff.assertInactive();
    if (this.#asks.isAsking) throw new AppError('bad-request', 'Answer what waits in this session first.');
    return this.#handoff.start(env, startTerminal);
  }

  /** For when the app is about to exit. */
  killNow(): void {
    this.#life.killNow();
  }

  /** Answers an orphaned ask. Returns true if a new run asks about the same call again; otherwise tells Claude that it was not made. */
  async revive(ask: Ask, decision: Decision): Promise<boolean> {
    if (await this.#asks.isAskedAgain(ask.id, () => this.#ready())) return true;
    const { live, isStopping } = this.#life;
    // The run ended before it asked. The next one may still ask.
    if (!live || isStopping) throw new AppError('run-gone', 'Claude ended before it asked again. Your answer was not sent.');
    const stops = decision.answer === 'deny' && decision.stop === true;
    await this.#messages.say(unmadeCallMessage(ask, decision), stops ? { shouldQuery: false } : {});
    return false;
  }

  /** Tells Claude the answer to a deferred ask at once, even during a turn. Starts a run if there is none. */
  async answerLate(ask: Ask, decision: Decision, surface: Surface): Promise<void> {
    await this.#ready();
    const answered = await this.#tools.answerLate(ask, decision, surface);
    if (answered) {
      if (answered.message !== null) await this.#messages.say(answered.message);
      return;
    }
    // An approval in time would have ended plan mode, too.
    if (ask.kind === 'plan' && decision.answer === 'allow') await this.#choices.setMode(decision.acceptEdits ? 'acceptEdits' : 'default');
    await this.#messages.say(lateAnswerMessage(ask, decision));
  }

  /** Call before the transcript is shown: marks items as ended that were in progress when the app last ended. */
  finalizeTranscript(): void {
    this.#transcript.finalize();
  }

  get #state(): SessionState {
    const { isStarting, live, trouble } = this.#life;
    if (isStarting) return 'starting';
    // Even without a run: the answer starts one.
    if (this.#asks.waiting > 0) return 'waiting';
    if (!live) return trouble ? 'failed' : 'stopped';
    return live.facts.busy || this.#asks.isActing || this.#messages.isReadingPictures ? 'working' : 'idle';
  }

  /** The run is in no turn and can take a message. Late and orphaned asks may be pending all the same. */
  get #isFree(): boolean {
    const { isStarting, isStopping } = this.#life;
    const isSending = this.#messages.isReadingPictures;
    return this.#life.readyRun?.facts.busy === false && !isStarting && !isStopping && !isSending && !this.#asks.isActing;
  }

  /** A handoff to a terminal may have begun while the old run was stopping. */
  async #ready(): Promise<void> {
    await this.#life.ready(() => this.#handoff.assertInactive());
  }

  #onRunEvent(event: RunEvent): void | Promise<void> {
    switch (event.kind) {
      case 'starting':
        return this.#asks.prepareRun();
      case 'initialized':
        this.mcpServers.noteRun();
        return this.#choices.updateNewRun(event.started);
      case 'ask': {
        if (this.#tools.isOwnCall(event.request)) return event.incoming.reply({ answer: 'allow', input: event.request.input });
        const asked = this.#asks.ask(event.request, event.incoming);
        this.#permissions.learnHints(event.request.tool);
        return asked;
      }
      case 'elicitation':
        return this.#elicitations.ask(event.request, event.incoming, this.#life.live?.facts.busy === true);
      case 'mcp-message':
        event.answer(this.#tools.receive(event.message));
        return;
      case 'claude':
        return this.#onClaudeEvent(event.event);
      case 'ended':
        this.mcpServers.noteRun();
        this.#heldMessages.endRun();
        this.#tools.endRun();
        this.#asks.endRun();
        this.#transcript.write((builder) => builder.endRun());
        return;
      case 'idle':
      case 'settled':
        return this.#flushQueue();
      default:
        return assertNever(event);
    }
  }

  #onClaudeEvent(event: ClaudeEvent): void {
    this.#context = contextAfter(this.#context, event);
    this.#takeHeldMessage(event);
    if (event.kind === 'peer-message-settled' && this.#heldMessages.wasDropped(event.uuid)) return;
    const changes = this.#transcript.write((builder) => builder.add(event));
    // The interrupt fails only if the run is gone, and then the turn has ended too.
    if (this.#asks.settleResults(changes)) this.interrupt().catch(() => undefined);
    this.#elicitations.settleCalls(changes);
    if (event.kind === 'turn-started') this.mcpServers.noteTurn(event);
    if (event.kind === 'turn-ended') this.#elicitations.endTurn();
    if (event.kind === 'elicitation-completed') this.#elicitations.complete(event.server, event.id);
  }

  #takeHeldMessage(event: ClaudeEvent): void {
    const peer = this.#life.live?.run.peer;
    if (!peer) return;
    if (event.kind === 'peer-message-held') this.#heldMessages.hold({ uuid: event.uuid, sender: event.sender.name ?? 'unnamed' }, peer);
    else if (event.kind === 'peer-message-settled') this.#heldMessages.forget(event.uuid, peer);
  }

  #flushQueue(): void {
    const { live, isStarting, isStopping, trouble } = this.#life;
    // No run will take the message that one was started for.
    if (isStopping || trouble !== null) this.#messages.offerBackOpening();
    if (isStarting || isStopping) return;
    if (!live) {
      // A message that was queued when the run ended is sent by a new run.
      if (this.record.queued !== null && trouble === null) this.ensureRun();
      return;
    }
    if (!live.isReady || live.facts.busy) return;
    this.#asks.endTurn();
    this.#messages.deliverNext();
  }
}

const inShort = ({ text, images }: OfferedMessage): QueuedMessage => ({ text, images: images.length });
