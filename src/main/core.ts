import os from 'node:os';
import path from 'node:path';
import type { Ask } from '../shared/ask';
import type { AskedFile } from '../shared/asked-file';
import type { Payload } from '../shared/contract';
import type { AskId, SessionId } from '../shared/ids';
import type { RuleDraft, RuleTrial } from '../shared/rule';
import type { TerminalId, TerminalSize } from '../shared/terminal';
import type { TranscriptChange } from '../shared/transcript';
import { AskDesk } from './asks/ask-desk';
import { AskStore } from './asks/ask-store';
import { readAskedFile, writtenPath } from './asks/asked-file';
import { decisionRecord } from './asks/decision-record';
import type { Outcome } from './asks/desk-dependencies';
import { diskContext, judgeAsk } from './asks/permission-context';
import { RuleBook } from './asks/rule-book';
import { toolsLike, tryRule } from './asks/rule-trial';
import { Timeouts } from './asks/timeouts';
import { ToolApprovalBook } from './asks/tool-approval-book';
import { closeAll } from './base/close-all';
import { Emitter } from './base/emitter';
import type { Log } from './base/log';
import { allowInClaude, claudeSettingsFiles } from './claude/claude-settings';
import { ClaudeFinder } from './claude/finder';
import type { ClaudeCommand, LaunchPlan } from './claude/launch-plan';
import { Leash } from './claude/leash';
import { claudeFolder } from './claude/past-sessions';
import { Publisher, type Send } from './ipc/publisher';
import { Ledger } from './ledger/ledger';
import type { Notices } from './notices';
import { CliCatalogCache } from './sessions/cli-catalog-cache';
import { Drafts } from './sessions/drafts';
import { PictureStore } from './sessions/picture-store';
import { rehearseAsk } from './sessions/rehearse-ask';
import { type StartRun, startChildRun } from './sessions/run';
import { SessionRegistry } from './sessions/session-registry';
import { SessionStore } from './sessions/session-store';
import { SettingsStore } from './settings/settings-store';
import { realPlace } from './shell/paths';
import { realPathsOnce } from './shell/real-path';
import { terminalEnvironment } from './terminal/shell-plan';
import { Terminals } from './terminal/terminals';
import { askUser } from './tools/built-in/ask-user';
import { notifyUser, type ToolNotice } from './tools/built-in/notify-user';
import { requestApproval } from './tools/built-in/request-approval';
import { showUser } from './tools/built-in/show-user';
import { FolderTools } from './tools/folder-tools';
import { inProcessTool } from './tools/in-process-tool';
import { InteractiveClients } from './tools/interactive-clients';
import type { OfferedTool } from './tools/offered-tool';
import { ToolCatalog } from './tools/tool-catalog';
import type { StartToolProcess } from './tools/tool-process-child';

/** The number of past asks that a new rule is tried on. */
const pastAsks = 1_000;

export interface CoreOptions {
  readonly userData: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The demo agent's program. */
  readonly demoAgent: string;
  /** The program that runs a JavaScript file. */
  readonly nodePath: string;
  readonly log: Log;
  readonly notices: Notices;
  readonly send: Send;
  /** The app's version. */
  readonly version?: string;
  /** Shows a notification of a tool. */
  readonly notify?: (notice: ToolNotice) => void;
  /** Tests replace real processes with this. */
  readonly startRun?: StartRun;
  /** Starts the process of a tool from a folder. Without it there are none. */
  readonly startToolProcess?: StartToolProcess;
}

/** Everything that works without Electron: sessions, asks, the ledger, and the events for the window. */
export class Core {
  readonly desk: AskDesk;
  readonly rules: RuleBook;
  readonly ledger: Ledger;
  readonly claude: ClaudeFinder;
  readonly sessions: SessionRegistry;
  readonly publisher: Publisher;
  readonly settings: SettingsStore;
  readonly drafts: Drafts;
  readonly pictures: PictureStore;
  readonly terminals: Terminals;
  /** The approvals that tools remember. */
  readonly approvals: ToolApprovalBook;
  readonly tools: ToolCatalog;
  readonly clients = new InteractiveClients();
  readonly #folderTools: FolderTools | null;
  readonly #askEnded = new Emitter<Outcome>();
  readonly #transcriptChanged = new Emitter<{ readonly id: SessionId; readonly changes: readonly TranscriptChange[] }>();
  readonly #env: CoreOptions['env'];
  readonly #store: SessionStore;
  readonly #asks: AskStore;
  readonly #timeouts: Timeouts;
  readonly #catalog: CliCatalogCache;

  constructor(options: CoreOptions) {
    const { userData, env, demoAgent, nodePath, log, notices, send, startRun = startChildRun(new Leash()) } = options;
    const { version = '0', notify = () => undefined } = options;
    this.#env = env;
    this.publisher = new Publisher(send);
    this.pictures = new PictureStore(userData, log);
    this.#store = new SessionStore(userData, this.pictures);
    this.ledger = new Ledger({ folder: userData });
    this.#asks = new AskStore(userData);
    this.settings = new SettingsStore(userData);
    this.rules = new RuleBook({
      folder: userData,
      callOf: ({ sessionId, tool }, input) => ({
        tool,
        input,
        cwd: this.sessions.get(sessionId).record.folder,
        home: diskContext.home,
        realpath: realPathsOnce(),
      }),
      claudeFiles: (id) => {
        const { folder, demo: isDemo } = this.sessions.get(id).record;
        const files = claudeSettingsFiles(folder, claudeFolderOf(isDemo));
        // Resolve links, or a link in a folder could redirect the folder's rule into the settings that count everywhere.
        const real = (file: string): string => realPlace(file, diskContext.realpath);
        return { folder: real(files.folder), everywhere: real(files.everywhere) };
      },
      addToClaude: allowInClaude,
    });
    this.approvals = new ToolApprovalBook(this.rules.disk);
    const builtIn = [askUser, requestApproval, showUser, notifyUser(notify)].map(inProcessTool);
    this.#folderTools = this.#makeFolderTools(options, builtIn);
    this.tools = new ToolCatalog(builtIn, this.#folderTools);
    this.desk = new AskDesk({
      store: this.#asks,
      record: (outcome) => this.#record(outcome),
      revive: (ask, decision) => this.sessions.get(ask.sessionId).revive(ask, decision),
      wholeInput: (ask) => this.#inputInTranscript(ask),
      judge: (asked) => judgeAsk(asked, this.sessions.get(asked.ask.sessionId).permissionContext, this.rules.list),
      remember: (asked, wanted) => this.rules.prepare(asked, wanted),
      timeoutOf: (kind) => this.settings.value.timeouts[kind],
      answerLate: (ask, decision, surface) => this.sessions.get(ask.sessionId).answerLate(ask, decision, surface),
      wasAllowed: (id) => this.ledger.wasAllowed(id),
      // The conversation to resume must be on disk before the ask.
      beforeRecording: () => this.#store.disk.flush(),
    });
    this.#catalog = new CliCatalogCache(userData);
    this.drafts = new Drafts(userData, this.pictures, log);
    this.terminals = new Terminals({ env, log, send: (output: Payload<'terminal.output'>) => send([['terminal.output', output]]) });
    this.claude = new ClaudeFinder(() => ({ env, nodePath, settingsPath: this.settings.value.claudePath }));
    const demoClaude = path.join(userData, 'demo', 'claude');
    const claudeFolderOf = (isDemo: boolean): string => (isDemo ? demoClaude : claudeFolder(env, os.homedir()));
    const demo: ClaudeCommand = {
      command: nodePath,
      argsBefore: [demoAgent],
      // Keeps the demo's conversations apart from the person's own.
      env: { ELECTRON_RUN_AS_NODE: '1', CLAUDE_CONFIG_DIR: demoClaude },
    };
    this.sessions = new SessionRegistry({
      store: this.#store,
      ledger: this.ledger,
      pictures: this.pictures,
      desk: this.desk,
      demoFolder: path.join(userData, 'demo', 'sessions'),
      claudeFolder: claudeFolderOf,
      forgetRules: (id) => {
        this.rules.forget(id);
        this.approvals.forget(id);
      },
      backupFolder: path.join(userData, 'transcript-backups'),
      closeTerminals: (id) => this.terminals.closeForSession(id),
      claude: (isDemo) => (isDemo ? Promise.resolve(demo) : this.claude.command()),
      startRun,
      env,
      log,
      now: Date.now,
      transcript: (id, changes, total) => {
        this.publisher.transcript(id, changes, total);
        this.#transcriptChanged.emit({ id, changes });
        if (changes.some(({ item }) => item.kind === 'result')) this.publisher.whole('costs.changed', () => this.ledger.costs());
      },
      catalog: this.#catalog,
      tools: { source: this.tools, approvals: this.approvals, clients: this.clients, version },
    });
    const window = this.clients.connect(this.settings.value.interactive);
    this.sessions.onChange((when) => {
      if (when === 'now') this.publisher.urgent('sessions.changed', () => this.sessions.list);
      else this.publisher.whole('sessions.changed', () => this.sessions.list);
      this.#folderTools?.pruneSoon();
    });
    const mcpChanged = new Set<SessionId>();
    this.sessions.onMcpChange((id) => {
      mcpChanged.add(id);
      this.publisher.whole('mcp.changed', () => {
        const changed = [...mcpChanged];
        mcpChanged.clear();
        return changed;
      });
    });
    // After construction: recording an outcome looks the session up.
    this.sessions.forgetLostAsks();
    this.desk.onChange(() => {
      this.publisher.urgent('asks.changed', () => [...this.desk.list]);
      this.#dropOldFormDrafts();
    });
    this.#lookAgainForAnotherPath();
    this.settings.onChange((settings) => {
      window.setEnabled(settings.interactive);
      this.desk.liftTimeLimits();
      this.publisher.whole('settings.changed', () => settings);
    });
    this.rules.onChange((rules) => {
      this.desk.reconsider();
      this.publisher.whole('rules.changed', () => [...rules]);
    });
    this.tools.onChange(() => this.publisher.whole('tools.changed', () => [...this.tools.list]));
    this.approvals.onChange(() => this.publisher.whole('approvals.changed', () => [...this.approvals.list]));
    this.#timeouts = new Timeouts({
      desk: this.desk,
      failed: (error) => log.error('a time that ran out could not be carried out', { error }),
    });
    this.terminals.onChange(() => this.publisher.whole('terminals.changed', () => this.terminals.list));
    this.claude.onChange(() => this.#publishClaude());
    this.#catalog.onModelsChange(() => this.#publishClaude());
    this.#tellTrouble(log, notices);
  }

  /** Deletes what was typed into forms of asks that are gone. If their file can't be read or was moved aside, they may come back. */
  #dropOldFormDrafts(): void {
    const { disk, records } = this.#asks;
    if (!disk.trouble?.unreadable && disk.setAside === null) this.drafts.keepForms(new Set(records.map(({ ask }) => ask.id)));
  }

  /** Called for each ask that ends. */
  readonly onAskEnd = this.#askEnded.on;

  /** Called for changed items of any transcript. */
  readonly onTranscript = this.#transcriptChanged.on;

  /** Does what can wait until the window is shown: opens the ledger, searches for `claude`, which may start a login shell, and deletes what is no longer used. */
  startDeferredWork(): void {
    this.ledger.open();
    this.desk.checkLedger();
    const { value, disk } = this.#store;
    const known = [...value.sessions, ...value.closed].map(({ id }) => id);
    // If the list of sessions can't be read or was moved aside, it may come back, so nothing of its sessions is deleted.
    if (!disk.trouble?.unreadable && disk.setAside === null) {
      void this.drafts.keepOnly(new Set(known));
      this.#dropOldFormDrafts();
      this.pictures.startSweeping(() => this.#referencedPictures());
    }
    void this.claude.look();
    void this.sessions.settleAnsweredAsks();
    rehearseAsk();
  }

  /** Called after the machine slept: applies the time limits that ran out meanwhile. */
  wake(): void {
    this.#timeouts.check();
    this.sessions.checkPermissionTimes();
  }

  get claudeFacts() {
    return { claude: this.claude.status, models: [...this.#catalog.models] };
  }

  /** Reads the file that a pending call would change. */
  async askedFile(id: AskId): Promise<AskedFile | null> {
    const { ask, input } = this.desk.asked(id);
    const { folder } = this.sessions.get(ask.sessionId).record;
    const where = { cwd: folder, home: diskContext.home };
    const file = writtenPath({ tool: ask.tool, input, ...where });
    return file === null ? null : readAskedFile(file, this.ledger.page(ask.sessionId, { limit: 1_000 }), where);
  }

  /** Stops the session's run and continues its conversation in a terminal. */
  async continueInTerminal(id: SessionId, size: TerminalSize): Promise<TerminalId> {
    const start = (plan: () => LaunchPlan) => this.terminals.start(id, 'claude', plan, size);
    const { summary } = await this.sessions.get(id).continueInTerminal(terminalEnvironment(this.#env), start);
    return summary.id;
  }

  /** No run and no terminal is left, and all is on disk, when this resolves. If a part fails, the others are closed all the same. */
  async close(): Promise<void> {
    await closeAll(
      { sessions: () => this.sessions.stopAll(), terminals: () => this.terminals.closeAll(), tools: () => this.tools.close() },
      {
        'time limits': () => this.#timeouts.close(),
        events: () => this.publisher.close(),
        ledger: () => this.ledger.close(),
        'session list': () => this.#store.disk.close(),
        asks: () => this.#asks.disk.close(),
        rules: () => this.rules.disk.close(),
        settings: () => this.settings.disk.close(),
        catalog: () => this.#catalog.disk.close(),
        drafts: () => this.drafts.close(),
        pictures: () => this.pictures.close(),
      },
    );
  }

  /** Shows which past asks a rule for a pending ask would have decided. */
  tryRule(id: AskId, draft: RuleDraft): RuleTrial {
    const rule = this.rules.draft(this.desk.asked(id), draft);
    const past = this.ledger.decisionsOf(toolsLike(draft.tool), pastAsks).map((row) => ({ ...row, at: row.decidedAt }));
    return tryRule(rule, past, diskContext, (sessionId) => this.sessions.titleOf(sessionId));
  }

  #makeFolderTools({ userData, env, startToolProcess }: CoreOptions, builtIn: readonly OfferedTool[]): FolderTools | null {
    if (!startToolProcess) return null;
    const projects = (): string[] => this.sessions.list.sessions.filter(({ trusted }) => trusted).map(({ folder }) => folder);
    return new FolderTools({ userData, env, start: startToolProcess, builtInNames: builtIn.map(({ name }) => name), projects });
  }

  #record(outcome: Outcome): void {
    this.#askEnded.emit(outcome);
    const { ask, decided, found } = outcome;
    // An answer that arrived was recorded when it was given, unless the app ended before that.
    if (found && this.ledger.hasDecision(ask.id, decided?.at)) return;
    this.ledger.addDecision(decisionRecord(outcome, outcome.folder ?? this.sessions.folderOf(ask.sessionId)));
  }

  /** Finds the call's input anywhere in the transcript: a deferred call may be far from its end. */
  #inputInTranscript({ sessionId, toolUseId, kind, interaction }: Ask): Readonly<Record<string, unknown>> | null {
    const call = toolUseId === null ? null : this.ledger.steps(sessionId, toolUseId).call;
    const item = call === null ? null : this.ledger.item(sessionId, call);
    if (item?.kind !== 'tool') return null;
    if (kind === 'form') return item.interactions?.find(({ interactionId }) => interactionId === interaction?.id)?.form ?? null;
    return item.changed ?? item.input;
  }

  /** Null while a file on disk is older than memory, because it may refer to more pictures. */
  #referencedPictures(): ReadonlySet<string> | null {
    const inDrafts = this.drafts.pictures;
    const isWritten = this.#store.disk.trouble === null && this.drafts.disk.trouble === null;
    return inDrafts && isWritten ? new Set([...this.#store.pictures, ...inDrafts]) : null;
  }

  #lookAgainForAnotherPath(): void {
    let named = this.settings.value.claudePath;
    this.settings.onChange(({ claudePath }) => {
      if (claudePath === named) return;
      named = claudePath;
      void this.claude.look();
    });
  }

  #publishClaude(): void {
    this.publisher.whole('claude.changed', () => this.claudeFacts);
  }

  #tellTrouble(log: Log, notices: Notices): void {
    notices.watchStore('sessions', this.#store.disk, log);
    notices.watchStore('asks', this.#asks.disk, log);
    notices.watchStore('rules', this.rules.disk, log);
    notices.watchStore('settings', this.settings.disk, log);
    notices.watchStore('offers', this.#catalog.disk, log);
    notices.watchStore('drafts', this.drafts.disk, log);
    if (this.#folderTools) notices.watchStore('tools', this.#folderTools.switches.disk, log);
    if (this.ledger.setAside) notices.tellSetAside('ledger', this.ledger.setAside, log);
    this.ledger.onSetAside((file) => notices.tellSetAside('ledger', file, log));
    const tell = () => notices.tellDisk('ledger', this.ledger.trouble, log);
    this.ledger.onTroubleChange(tell);
    tell();
  }
}
