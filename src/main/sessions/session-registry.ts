import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { NewSession, PastSessionSummary, SessionList } from '../../shared/session';
import { closeAll } from '../base/close-all';
import { Emitter } from '../base/emitter';
import type { Ledger } from '../ledger/ledger';
import { ConversationFiles, type ConversationFilesOptions } from './conversation-files';
import { noLongerWaits } from './elicitations';
import { isAboutHeldMessages } from './held-messages';
import { existingFolder, KnownFolders } from './known-folders';
import { KnownRuns } from './known-runs';
import { forkRecord, newRecord, newSessionId } from './new-record';
import { sentMessages } from './sent-messages';
import { Session } from './session';
import type { SharedDependencies } from './session-dependencies';
import type { SessionStore } from './session-store';
import type { StoredSession } from './stored-session';
import { titleFor } from './title';
import { isElicitation } from './to-elicitation-ask';
import { copyTranscript, importTranscript } from './transcript-copies';
import { Unread } from './unread';
import { makeWorktree, type Worktree } from './worktree';

export interface RegistryOptions extends SharedDependencies, ConversationFilesOptions {
  readonly store: SessionStore;
  readonly ledger: Ledger;
  /** The parent of the folders in which demo sessions work. */
  readonly demoFolder: string;
  /** Deletes the rules of a session that is closed. */
  readonly forgetRules: (id: SessionId) => void;
  readonly closeTerminals: (id: SessionId) => Promise<void>;
}

/** How many closed tabs can be opened again. */
const closedKept = 20;
/** How long each step of stopping a run may take while the app quits. */
const quitGraceMs = 2_000;

/** Owns all sessions: their order, which one is in front, and their records on disk. */
export class SessionRegistry {
  readonly runs: KnownRuns;
  readonly folders: KnownFolders;
  readonly #options: RegistryOptions;
  readonly #changed = new Emitter<'now' | 'soon'>();
  readonly #mcpChanged = new Emitter<SessionId>();
  readonly #sessions = new Map<SessionId, Session>();
  readonly #unread: Unread;
  readonly #conversations: ConversationFiles;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#unread = new Unread(options.store);
    this.runs = new KnownRuns(options.store);
    this.folders = new KnownFolders(options.store, options.env);
    this.#conversations = new ConversationFiles(options);
    for (const record of options.store.value.sessions) this.#add(record);
    // Sessions end the mode "all" when they are loaded. Save that, or each start would note it again.
    if (options.store.value.sessions.some(({ permissions }) => permissions.allUntil !== null))
      options.store.update({ sessions: this.#records() });
    // Each summary has the number of pending asks.
    options.desk.onChange(() => this.#changed.emit('now'));
  }

  /** `now` if a person waits to see the change. */
  readonly onChange = this.#changed.on;
  /** The MCP servers of this session may have changed. */
  readonly onMcpChange = this.#mcpChanged.on;

  get list(): SessionList {
    const { active, closed } = this.#options.store.value;
    const sessions = [...this.#sessions.values()].map(({ id, summary }) => ({ ...summary, unread: this.#unread.has(id) }));
    return { sessions, active, closed: closed.length };
  }

  get(id: SessionId): Session {
    const session = this.#sessions.get(id);
    if (!session) throw new AppError('not-found', 'This session is no longer open.');
    return session;
  }

  /** Knows closed sessions, too. */
  titleOf(id: string): string {
    return this.#recordOf(id)?.title ?? 'A closed session';
  }

  folderOf(id: string): string {
    return this.#recordOf(id)?.folder ?? '';
  }

  /** Call before the transcript of a session is shown. Does nothing for a closed session. */
  finalizeTranscript(id: SessionId): void {
    this.#sessions.get(id)?.finalizeTranscript();
  }

  /** The messages that were sent to a session, the newest last. */
  history(id: SessionId): string[] {
    return sentMessages(this.#options.ledger, this.get(id).id);
  }

  async create({ folder, message, model, planFirst, permissions, worktree: wantsWorktree, trust, demo }: NewSession): Promise<SessionId> {
    const id = newSessionId();
    const real = demo ? await this.#demoFolder(id) : await existingFolder(folder);
    const trusted = demo || this.folders.resolveTrust(real, trust);
    const title = demo && !message ? 'Demo' : titleFor(message?.text ?? null, real);
    const worktree = wantsWorktree && !demo ? await makeWorktree({ folder: real, title, trusted, env: this.#options.env }) : null;
    if (!demo) this.folders.remember(real);
    const mode = planFirst ? 'plan' : 'default';
    const session = this.#open(
      newRecord(id, { title, folder: worktree?.folder ?? real, demo, trusted, model, mode, conversation: { state: 'none' } }),
    );
    if (worktree) session.note(worktreeNote(worktree));
    if (permissions && permissions.mode !== 'ask') session.setPermissions(permissions);
    if (message) session.send(message);
    else session.ensureRun();
    return id;
  }

  /** Opens a new session that branches off from the conversation of another. */
  fork(id: SessionId): SessionId {
    const { record } = this.get(id);
    const forked = newSessionId();
    copyTranscript(this.#options.ledger, id, forked);
    this.#open(forkRecord(forked, record));
    return forked;
  }

  async close(id: SessionId): Promise<void> {
    const session = this.get(id);
    await Promise.all([session.close(), this.#options.closeTerminals(id)]);
    // Another call closed it meanwhile.
    if (!this.#sessions.has(id)) return;
    this.#options.desk.closeSession(id);
    this.#sessions.delete(id);
    this.#options.forgetRules(id);
    // One update: whoever sees that the session is gone may reopen it.
    const closed = [...this.#options.store.value.closed, session.record];
    for (const forgotten of closed.splice(0, Math.max(0, closed.length - closedKept))) this.#options.ledger.deleteSession(forgotten.id);
    const { active } = this.#options.store.value;
    const next = active === id ? ([...this.#sessions.keys()].at(-1) ?? null) : active;
    this.#options.store.update({ sessions: this.#records(), closed, active: next });
    if (next !== null) this.#unread.markRead(next);
    this.#unread.markRead(id);
    this.#changed.emit('soon');
    await this.#conversations.forget(id);
  }

  /**
   * Opens a closed session again, the one closed last unless another is named. If another session has its conversation by now,
   * that session comes to the front instead.
   */
  reopen(wanted: SessionId | null): SessionId {
    const { closed } = this.#options.store.value;
    const isFree = ({ conversation }: StoredSession): boolean => this.#sessionWith(conversation) === null;
    const record = wanted === null ? (closed.findLast(isFree) ?? closed.at(-1)) : closed.find(({ id }) => id === wanted);
    if (!record) throw new AppError('not-found', 'There is no closed session to open again.');
    const open = this.#sessionWith(record.conversation);
    if (open) {
      this.activate(open.id);
      return open.id;
    }
    this.#options.store.update({ closed: closed.filter(({ id }) => id !== record.id) });
    this.#open(record);
    return record.id;
  }

  activate(id: SessionId): void {
    this.get(id);
    this.#options.store.updateSoon({ active: id });
    this.#unread.markRead(id);
    this.#changed.emit('now');
  }

  /** Puts the given sessions first, in the given order. The others keep theirs. */
  reorder(ids: readonly SessionId[]): void {
    const ordered = [...new Set([...ids.filter((id) => this.#sessions.has(id)), ...this.#sessions.keys()])].map((id) => this.get(id));
    this.#sessions.clear();
    for (const session of ordered) this.#sessions.set(session.id, session);
    this.#options.store.update({ sessions: this.#records() });
    this.#changed.emit('soon');
  }

  /** Call after the machine slept: a session's time for "all" may have run out. */
  checkPermissionTimes(): void {
    for (const session of this.#sessions.values()) session.checkPermissionTime();
  }

  /** The CLI's past sessions in a folder, the newest first. */
  async listPast(folder: string): Promise<PastSessionSummary[]> {
    const sessions = await this.#conversations.listPast(await existingFolder(folder));
    return sessions.map(({ cliSessionId, title, firstPrompt, lastUsedAt, messages }) => ({
      cliSessionId,
      title,
      firstPrompt,
      lastUsedAt,
      messages,
    }));
  }

  /** Opens one of the CLI's own past sessions with its transcript: a fork of it, or the session itself if no other has it open. */
  async openPast(folder: string, cliSessionId: string, fork: boolean, trust: boolean | null): Promise<SessionId> {
    const real = await existingFolder(folder);
    const past = (await this.#conversations.listPast(real)).find((one) => one.cliSessionId === cliSessionId);
    if (!past) throw new AppError('not-found', 'Claude no longer has this session.');
    const conversation: StoredSession['conversation'] = fork ? { state: 'fork', from: cliSessionId } : { state: 'kept', id: cliSessionId };
    const open = this.#sessionWith(conversation);
    if (open) {
      this.activate(open.id);
      return open.id;
    }
    const id = newSessionId();
    this.folders.remember(real);
    await importTranscript(this.#options.ledger, past.file, id, this.#options.now);
    const openedMeanwhile = this.#sessionWith(conversation);
    if (openedMeanwhile) {
      this.#options.ledger.deleteSession(id);
      return openedMeanwhile.id;
    }
    const [title, trusted] = [titleFor(past.title, real), this.folders.resolveTrust(real, trust)];
    this.#open(newRecord(id, { title, folder: real, demo: false, trusted, model: null, mode: 'default', conversation }));
    return id;
  }

  /**
   * Removes the asks of sessions that no longer exist, because the app died while it closed them or because sessions.json was lost,
   * and those of MCP servers, which ended with their runs.
   */
  forgetLostAsks(): void {
    const { desk, store } = this.#options;
    const lost = new Set(desk.list.map(({ sessionId }) => sessionId).filter((id) => !this.#sessions.has(id)));
    for (const id of lost) {
      // The next start may be able to read sessions.json.
      if (store.disk.trouble?.unreadable) desk.leaveOnDisk(id);
      else desk.closeSession(id);
    }
    for (const { id, sessionId, toolUseId, interaction } of desk.list) {
      if (!isElicitation(toolUseId)) continue;
      desk.withdraw([id]);
      if (interaction?.origin.by === 'server') this.#sessions.get(sessionId)?.noteWhenOpened(noLongerWaits(interaction.origin.server));
    }
  }

  /** Settles orphaned asks whose answers had arrived before the app ended. */
  async settleAnsweredAsks(): Promise<void> {
    const { desk } = this.#options;
    for (const { id, record } of this.#sessions.values()) {
      const orphans = desk.orphansIn(id);
      // Nothing can be let in without the run that held it.
      desk.noteResults(orphans.flatMap(({ ask }) => (isAboutHeldMessages(ask.toolUseId) ? [ask.id] : [])));
      if (orphans.length > 0) desk.noteResults(await this.#conversations.settledCalls(record, orphans));
    }
  }

  /** Stops every run. When this resolves, none is left and none can start. */
  async stopAll(): Promise<void> {
    const sessions = [...this.#sessions].map(([id, session]) => [id, () => session.close({ graceMs: quitGraceMs })] as const);
    await closeAll(Object.fromEntries(sessions));
  }

  killAllNow(): void {
    for (const session of this.#sessions.values()) session.killNow();
  }

  #open(record: StoredSession): Session {
    const session = this.#add(record);
    this.#options.store.update({ sessions: this.#records(), active: record.id });
    this.#changed.emit('soon');
    return session;
  }

  #add(record: StoredSession): Session {
    const { store } = this.#options;
    const session = new Session(record, {
      ...this.#options,
      newRunId: () => this.runs.newId(),
      conversations: this.#conversations,
      save: (when) => {
        if (when === 'now') store.update({ sessions: this.#records() });
        else store.updateSoon({ sessions: this.#records() });
      },
      changed: () => this.#changed.emit('soon'),
      mcpChanged: () => this.#mcpChanged.emit(record.id),
      transcript: (id, changes, total) => {
        this.#options.transcript(id, changes, total);
        if (this.#unread.markIfNews(id, changes)) this.#changed.emit('soon');
      },
    });
    this.#sessions.set(record.id, session);
    return session;
  }

  /** The session that continues a conversation. Two processes on one conversation would lose a branch. */
  #sessionWith(conversation: StoredSession['conversation']): Session | null {
    if (conversation.state !== 'kept') return null;
    const isSame = ({ record: { conversation: other } }: Session): boolean => other.state === 'kept' && other.id === conversation.id;
    return [...this.#sessions.values()].find(isSame) ?? null;
  }

  #recordOf(id: string): StoredSession | undefined {
    return [...this.#records(), ...this.#options.store.value.closed].find((record) => record.id === id);
  }

  #records(): StoredSession[] {
    return [...this.#sessions.values()].map(({ record }) => record);
  }

  async #demoFolder(id: SessionId): Promise<string> {
    const folder = path.join(this.#options.demoFolder, id);
    await mkdir(folder, { recursive: true });
    return existingFolder(folder);
  }
}

const worktreeNote = ({ root, branch }: Worktree): string =>
  `Works in a new git worktree, ${root}, on the branch ${branch}. Closing the session leaves both as they are.`;
