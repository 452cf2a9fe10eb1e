import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/errors';
import { RunId, SessionId } from '../../shared/ids';
import type { FolderLook, NewSession, OutlivedProcess, PastSessionSummary, SessionList } from '../../shared/session';
import type { OrphanedAsk } from '../asks/ask-desk';
import { Emitter } from '../base/emitter';
import { endOutlived, findOutlived } from '../claude/outlived';
import { listPastSessions, pastSessionFile } from '../claude/past-sessions';
import { readPastSession } from '../claude/past-transcript';
import { TranscriptBuilder } from '../claude/to-transcript';
import type { Ledger } from '../ledger/ledger';
import { atRest } from './at-rest';
import { completeFolder } from './folder-completion';
import { lookAtFolder, realFolder } from './folder-look';
import { isTrusted } from './folder-trust';
import { repositoryOf } from './git';
import { type OpenCalls, offerOpenCalls } from './open-calls';
import { sentMessages } from './sent-messages';
import { Session } from './session';
import type { SessionStore } from './session-store';
import type { SessionSurroundings } from './session-surroundings';
import type { StoredSession } from './stored-session';
import { titleFor } from './title';
import { Unread } from './unread';
import { makeWorktree, type Worktree } from './worktree';

export interface RegistryOptions extends Omit<SessionSurroundings, 'save' | 'changed' | 'newRunId' | 'ledger' | 'offerOpenCalls'> {
  readonly store: SessionStore;
  readonly ledger: Ledger;
  /** Where demo sessions work. */
  readonly demoFolder: string;
  /** Where the CLI keeps its files, and where the demo agent does. */
  readonly claudeFolder: (demo: boolean) => string;
  /** Where the CLI's transcripts are copied to before they are marked. */
  readonly backupFolder: string;
  /** The session is closed, and its rules with it. */
  readonly forgetRules: (id: SessionId) => void;
}

const askForEach: StoredSession['permissions'] = { lasting: 'ask', allUntil: null };
/** How many closed tabs can be opened again. */
const closedKept = 20;
/** How many folders are offered again. */
const recentKept = 12;
/** How many runs are remembered, to know their leftovers by. */
const runsKept = 500;
const importBatch = 500;
/** Each step of the ladder, when a person waits for the app to quit. */
const quitGraceMs = 2_000;

/** The owner of all sessions: their order, which is in front, and what of them is on disk. */
export class SessionRegistry {
  readonly #options: RegistryOptions;
  readonly #changed = new Emitter<void>();
  readonly #sessions = new Map<SessionId, Session>();
  readonly #unread: Unread;
  /** Runs of earlier lives of the app: whatever still carries their mark outlived them. */
  readonly #earlierRuns: ReadonlySet<string>;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#unread = new Unread(options.store);
    this.#earlierRuns = new Set(options.store.value.runs);
    for (const record of options.store.value.sessions) this.#add(record);
    // No session comes back approving everything, and none says twice that it no longer does.
    if (options.store.value.sessions.some(({ permissions }) => permissions.allUntil !== null))
      options.store.update({ sessions: this.#records() });
    for (const { sessionId } of options.desk.list) if (!this.#sessions.has(sessionId)) options.desk.forget(sessionId);
    // How many wait is part of each summary.
    options.desk.onChange(() => this.#changed.emit());
  }

  readonly onChange = this.#changed.on;

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

  /** Also of a session that is no longer open. */
  titleOf(id: string): string {
    return this.#known(id)?.title ?? 'A closed session';
  }

  folderOf(id: string): string {
    return this.#known(id)?.folder ?? '';
  }

  /** Before the transcript of a session is shown; one that is closed has none to show. */
  rest(id: SessionId): void {
    this.#sessions.get(id)?.rest();
  }

  /** What was sent to it, the newest last. */
  history(id: SessionId): string[] {
    return sentMessages(this.#options.ledger, this.get(id).id);
  }

  async create({ folder, message, model, planFirst, permissions, worktree: wantsWorktree, trust, demo }: NewSession): Promise<SessionId> {
    const id = SessionId.parse(randomUUID());
    const real = demo ? await this.#demoFolder(id) : await this.#existing(folder);
    const trusted = demo || this.#settleTrust(real, trust);
    const title = demo && !message ? 'Demo' : titleFor(message?.text ?? null, real);
    const worktree = wantsWorktree && !demo ? await makeWorktree({ folder: real, title, trusted, env: this.#options.env }) : null;
    if (!demo) this.#remember(real);
    const session = this.#open({
      id,
      title,
      named: false,
      folder: worktree?.folder ?? real,
      demo,
      trusted,
      model,
      mode: planFirst ? 'plan' : 'default',
      permissions: askForEach,
      conversation: { state: 'none' },
      opening: null,
      queued: null,
      offered: null,
    });
    if (worktree) session.note(sayWorktree(worktree));
    if (permissions && permissions.mode !== 'ask') session.setPermissions(permissions);
    if (message) session.send(message);
    else session.wake();
    return id;
  }

  /** A new session that goes on from the same conversation; both go their own ways from here. */
  fork(id: SessionId): SessionId {
    const { record } = this.get(id);
    const { conversation } = record;
    const forked = SessionId.parse(randomUUID());
    this.#copyTranscript(id, forked);
    this.#open({
      ...record,
      id: forked,
      permissions: { ...record.permissions, allUntil: null },
      title: `${record.title} (fork)`,
      conversation: conversation.state === 'kept' ? { state: 'fork', from: conversation.id } : conversation,
      opening: null,
      queued: null,
      offered: null,
    });
    return forked;
  }

  async close(id: SessionId): Promise<void> {
    const session = this.get(id);
    await session.close();
    // Closed twice at once.
    if (!this.#sessions.delete(id)) return;
    this.#options.desk.forget(id);
    this.#options.forgetRules(id);
    await rm(this.#backup(id), { force: true });
    const closed = [...this.#options.store.value.closed, session.record];
    for (const forgotten of closed.splice(0, Math.max(0, closed.length - closedKept))) this.#options.ledger.deleteSession(forgotten.id);
    const { active } = this.#options.store.value;
    const next = active === id ? ([...this.#sessions.keys()].at(-1) ?? null) : active;
    this.#options.store.update({ sessions: this.#records(), closed, active: next });
    if (next !== null) this.#unread.seen(next);
    this.#unread.seen(id);
    this.#changed.emit();
  }

  /** Opens a closed session again, the one closed last unless another is named. Its conversation goes on where it was. */
  reopen(wanted: SessionId | null): SessionId {
    const { closed } = this.#options.store.value;
    const record = wanted === null ? closed.at(-1) : closed.find(({ id }) => id === wanted);
    if (!record) throw new AppError('not-found', 'There is no closed session to open again.');
    this.#options.store.update({ closed: closed.filter(({ id }) => id !== record.id) });
    this.#open(record);
    return record.id;
  }

  activate(id: SessionId): void {
    this.get(id);
    this.#options.store.update({ active: id });
    this.#unread.seen(id);
    this.#changed.emit();
  }

  /** The given ones in the given order; any that are not named keep theirs, after them. */
  reorder(ids: readonly SessionId[]): void {
    const ordered = [...new Set([...ids.filter((id) => this.#sessions.has(id)), ...this.#sessions.keys()])].map((id) => this.get(id));
    this.#sessions.clear();
    for (const session of ordered) this.#sessions.set(session.id, session);
    this.#options.store.update({ sessions: this.#records() });
    this.#changed.emit();
  }

  async look(folder: string): Promise<FolderLook> {
    const look = await lookAtFolder(folder, this.#options.store.value.trusted);
    return { ...look, repository: look.real === null ? null : await repositoryOf(look.real, this.#options.env) };
  }

  completeFolder(text: string): Promise<string[]> {
    return completeFolder(text, this.#options.store.value.recent);
  }

  async past(folder: string): Promise<PastSessionSummary[]> {
    const real = await this.#existing(folder);
    const sessions = await listPastSessions(real, { claudeFolder: this.#claudeFolder });
    return sessions.map(({ cliSessionId, title, firstPrompt, lastUsedAt, messages }) => ({
      cliSessionId,
      title,
      firstPrompt,
      lastUsedAt,
      messages,
    }));
  }

  /** Opens one of the CLI's own past sessions with its transcript. Two processes on one conversation lose a branch: hence the fork. */
  async openPast(folder: string, cliSessionId: string, fork: boolean, trust: boolean | null): Promise<SessionId> {
    const real = await this.#existing(folder);
    const past = (await listPastSessions(real, { claudeFolder: this.#claudeFolder })).find((one) => one.cliSessionId === cliSessionId);
    if (!past) throw new AppError('not-found', 'Claude no longer has this session.');
    const open = [...this.#sessions.values()].find(
      ({ record }) => record.conversation.state === 'kept' && record.conversation.id === cliSessionId,
    );
    if (open && !fork) {
      this.activate(open.id);
      return open.id;
    }
    const id = SessionId.parse(randomUUID());
    this.#remember(real);
    await this.#import(id, past.file);
    this.#open({
      id,
      title: titleFor(past.title, real),
      named: false,
      folder: real,
      demo: false,
      trusted: this.#settleTrust(real, trust),
      model: null,
      mode: 'default',
      permissions: askForEach,
      conversation: fork ? { state: 'fork', from: cliSessionId } : { state: 'kept', id: cliSessionId },
      opening: null,
      queued: null,
      offered: null,
    });
    return id;
  }

  /** Shell commands that outlived runs of an earlier life of the app. */
  outlived(): OutlivedProcess[] {
    return findOutlived((runId) => this.#earlierRuns.has(runId));
  }

  endOutlived(pid: number, runId: string): Promise<boolean> {
    return this.#earlierRuns.has(runId) ? endOutlived(pid, runId) : Promise.resolve(false);
  }

  /** Every run by the ladder; none is left when this resolves, and none starts any more. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close({ graceMs: quitGraceMs })));
  }

  killAllNow(): void {
    for (const session of this.#sessions.values()) session.killNow();
  }

  #open(record: StoredSession): Session {
    const session = this.#add(record);
    this.#options.store.update({ sessions: this.#records(), active: record.id });
    this.#changed.emit();
    return session;
  }

  #add(record: StoredSession): Session {
    const session = new Session(record, {
      ...this.#options,
      newRunId: () => this.#newRunId(),
      offerOpenCalls: (current, asks) => this.#offerOpenCalls(current, asks),
      save: () => this.#options.store.update({ sessions: this.#records() }),
      changed: () => this.#changed.emit(),
      transcript: (id, changes, total) => {
        this.#options.transcript(id, changes, total);
        if (this.#unread.hear(id, changes)) this.#changed.emit();
      },
    });
    this.#sessions.set(record.id, session);
    return session;
  }

  /** On disk before the run starts, or its leftovers could not be told from another app's after a crash. */
  #newRunId(): RunId {
    const id = RunId.parse(randomUUID());
    this.#options.store.update({ runs: [...this.#options.store.value.runs, id].slice(-runsKept) });
    return id;
  }

  #known(id: string): StoredSession | undefined {
    return [...this.#records(), ...this.#options.store.value.closed].find((record) => record.id === id);
  }

  #records(): StoredSession[] {
    return [...this.#sessions.values()].map(({ record }) => record);
  }

  async #existing(folder: string): Promise<string> {
    const real = await realFolder(folder);
    if (real === null) throw new AppError('folder-missing', `There is no folder ${folder}.`);
    return real;
  }

  async #demoFolder(id: SessionId): Promise<string> {
    const folder = path.join(this.#options.demoFolder, id);
    await mkdir(folder, { recursive: true });
    return this.#existing(folder);
  }

  #remember(folder: string): void {
    const others = this.#options.store.value.recent.filter((one) => one !== folder);
    this.#options.store.update({ recent: [folder, ...others].slice(0, recentKept) });
  }

  /** Remembers a yes. A no holds for this session only: the person is asked again next time. */
  #settleTrust(real: string, answer: boolean | null): boolean {
    const trusted = isTrusted(this.#options.store.value.trusted, real);
    if (trusted || answer !== true) return trusted;
    this.#options.store.update({ trusted: [...this.#options.store.value.trusted, real] });
    return true;
  }

  get #claudeFolder(): string {
    return this.#options.claudeFolder(false);
  }

  async #offerOpenCalls({ id, folder, demo, mode, conversation }: StoredSession, asks: readonly OrphanedAsk[]): Promise<OpenCalls> {
    if (conversation.state !== 'kept') return { offered: null, settled: [] };
    try {
      const file = await pastSessionFile(folder, conversation.id, this.#options.claudeFolder(demo));
      await mkdir(this.#options.backupFolder, { recursive: true });
      return await offerOpenCalls(file, asks, mode, this.#backup(id));
    } catch (error) {
      // A full disk, say. The session goes on, and Claude is told of calls that were not made.
      this.#options.log.error('a call could not be offered again', { session: id, error });
      return { offered: null, settled: [] };
    }
  }

  #backup(id: SessionId): string {
    return path.join(this.#options.backupFolder, `${id}.jsonl`);
  }

  async #import(id: SessionId, file: string): Promise<void> {
    const builder = new TranscriptBuilder({ now: this.#options.now });
    for await (const line of readPastSession(file)) this.#options.ledger.write(id, builder.add(line));
    this.#options.ledger.write(id, builder.endRun());
  }

  #copyTranscript(from: SessionId, to: SessionId): void {
    const { ledger } = this.#options;
    const count = ledger.count(from);
    for (let start = 0; start < count; start += importBatch) {
      const full = ledger.fullPage(from, { from: start, limit: importBatch });
      const short = ledger.page(from, { from: start, limit: importBatch });
      ledger.write(
        to,
        short.map((item, i) => {
          const whole = full[i];
          return item.truncated && whole ? { item: atRest(item), full: atRest(whole) } : { item: atRest(item) };
        }),
      );
    }
  }
}

const sayWorktree = ({ root, branch }: Worktree): string =>
  `Works in a new git worktree, ${root}, on the branch ${branch}. Closing the session leaves both as they are.`;
