import { z } from 'zod';
import { actionIds } from './action';
import { Ask } from './ask';
import { AskedFile } from './asked-file';
import { Costs } from './costs';
import { Decision, Surface } from './decision';
import type { ErrorCode } from './errors';
import { FormValues } from './form';
import { AskId, SessionId } from './ids';
import { InteractionId } from './interaction';
import { DecisionEntry } from './ledger';
import {
  maxFailureMessageLength,
  maxFailureStackLength,
  maxModelNameLength,
  maxPageSize,
  maxPathLength,
  maxQueryLength,
  maxTextLength,
  maxTitleLength,
  maxUrlLength,
} from './limits';
import { McpServerStatus } from './mcp-server';
import { Notice } from './notice';
import { Remember, Rule, RuleDraft, RuleOffer, RuleTrial } from './rule';
import {
  ClaudeStatus,
  ClaudeTrial,
  Draft,
  FolderLook,
  MessageImage,
  ModelChoice,
  NewSession,
  OfferedMessage,
  OutgoingMessage,
  OutlivedProcess,
  PastSessionSummary,
  PermissionChoice,
  PictureChunk,
  SessionList,
  SlashCommand,
} from './session';
import { Settings, SettingsChange } from './settings';
import { TerminalId, TerminalOutput, TerminalSize, TerminalSummary } from './terminal';
import { RememberedApproval, ToolSourceId, ToolSummary } from './tool-summary';
import { SubagentSteps, TranscriptHit, TranscriptItem } from './transcript';

/** The app's version and the system it runs on. */
export const AppInfo = z.strictObject({
  version: z.string(),
  electron: z.string(),
  platform: z.string(),
  /** The folder of all state. */
  dataFolder: z.string(),
  notices: z.array(Notice),
});
export type AppInfo = z.infer<typeof AppInfo>;

/** A failure in the window, for the log. Its length is limited, because a broken window may report without end. */
export const WindowFailure = z.strictObject({
  message: z.string().max(maxFailureMessageLength),
  stack: z.string().max(maxFailureStackLength).optional(),
});
export type WindowFailure = z.infer<typeof WindowFailure>;

/** New items of a transcript, and new versions of existing ones. */
export const TranscriptUpdate = z.strictObject({ id: SessionId, items: z.array(TranscriptItem), total: z.number() });
export type TranscriptUpdate = z.infer<typeof TranscriptUpdate>;

const nothing = z.undefined();
const session = z.strictObject({ id: SessionId });
const terminal = z.strictObject({ id: TerminalId });

/** Every request that a window may make, with its parameters and its result. */
export const requests = {
  'app.info': { params: nothing, result: AppInfo },
  /** When the window's frame was first painted, and when its contents were, in milliseconds since the epoch. */
  'app.painted': { params: z.strictObject({ at: z.number(), contentsAt: z.number() }), result: z.void() },
  'app.failed': { params: WindowFailure, result: z.void() },
  'app.openLogs': { params: nothing, result: z.void() },
  'app.openDataFolder': { params: nothing, result: z.void() },
  'app.copyDiagnostics': { params: nothing, result: z.void() },
  /** Copies to the clipboard, which a page may not write itself. */
  'app.copyText': { params: z.strictObject({ text: z.string().max(maxTextLength) }), result: z.void() },
  'claude.status': { params: nothing, result: z.strictObject({ claude: ClaudeStatus, models: z.array(ModelChoice) }) },
  /** Looks for `claude` again, after the person installed it. */
  'claude.look': { params: nothing, result: ClaudeStatus },
  /** Runs a `claude` to get its version, without choosing it. */
  'claude.try': { params: z.strictObject({ path: z.string().min(1).max(maxPathLength) }), result: ClaudeTrial },
  'sessions.list': { params: nothing, result: SessionList },
  'sessions.create': { params: NewSession, result: session },
  /** `queued` when the message waits for the turn to end. */
  'sessions.send': { params: session.extend({ message: OutgoingMessage }), result: z.strictObject({ queued: z.boolean() }) },
  'sessions.sendQueuedNow': { params: session, result: z.void() },
  /** Removes the queued message and returns it. */
  'sessions.discardQueued': { params: session, result: OutgoingMessage },
  /** Removes the offered message, to put it into the composer or because the person does not want it. */
  'sessions.takeOffered': { params: session, result: OfferedMessage },
  /** The messages sent to the session so far, newest last. */
  'sessions.history': { params: session, result: z.array(z.string()) },
  'sessions.commands': { params: session, result: z.array(SlashCommand) },
  /** Files and folders for an `@` mention, spelled as they follow the `@`. */
  'sessions.files': { params: session.extend({ query: z.string().max(maxQueryLength) }), result: z.array(z.string()) },
  /** Stores a picture chunk by chunk. Returns it after the last one, and null before. */
  'pictures.addChunk': { params: PictureChunk, result: MessageImage.nullable() },
  /** Returns a part of a stored picture, and the size of the whole in bytes. */
  'pictures.read': {
    params: z.strictObject({ hash: MessageImage.shape.hash, from: z.int().nonnegative() }),
    result: z.strictObject({ bytes: z.instanceof(Uint8Array), total: z.number() }),
  },
  'drafts.get': { params: session, result: Draft },
  'drafts.setText': { params: session.extend({ text: Draft.shape.text }), result: z.void() },
  'drafts.setImages': { params: session.extend({ images: Draft.shape.images }), result: z.void() },
  'sessions.interrupt': { params: session, result: z.void() },
  'sessions.stopTask': { params: session.extend({ taskId: z.string().min(1).max(1_000) }), result: z.void() },
  'sessions.stop': { params: session, result: z.void() },
  'sessions.restart': { params: session, result: z.void() },
  'sessions.rename': { params: session.extend({ title: z.string().trim().min(1).max(maxTitleLength) }), result: z.void() },
  'sessions.setModel': { params: session.extend({ model: z.string().min(1).max(maxModelNameLength) }), result: z.void() },
  /** Also applies to asks that are already pending. */
  'sessions.setPermissions': { params: session.extend({ choice: PermissionChoice }), result: z.void() },
  'sessions.setPlanMode': { params: session.extend({ on: z.boolean() }), result: z.void() },
  /** Starts a new session that continues the same conversation. */
  'sessions.fork': { params: session, result: session },
  'sessions.close': { params: session, result: z.void() },
  /** Null reopens the last closed session. */
  'sessions.reopen': { params: z.strictObject({ id: SessionId.nullable() }), result: session },
  'sessions.activate': { params: session, result: z.void() },
  'sessions.reorder': { params: z.strictObject({ ids: z.array(SessionId) }), result: z.void() },
  /** The costs by day and by session. */
  'ledger.costs': { params: nothing, result: Costs },
  'transcript.page': {
    /** A page of items: from an index on, or the last ones. */
    params: session.extend({ from: z.int().nonnegative().optional(), limit: z.int().min(1).max(maxPageSize) }),
    result: z.strictObject({ items: z.array(TranscriptItem), total: z.number() }),
  },
  /** Every item that contains the text, ignoring case, oldest first; `more` when there are too many to list. */
  'transcript.find': {
    params: session.extend({ text: z.string().min(1).max(maxQueryLength) }),
    result: z.strictObject({ hits: z.array(TranscriptHit), more: z.boolean() }),
  },
  'transcript.item': { params: session.extend({ index: z.int().nonnegative() }), result: TranscriptItem.nullable() },
  'transcript.steps': { params: session.extend({ toolUseId: z.string().min(1).max(1_000) }), result: SubagentSteps },
  /** From now on this window receives the transcript of this session only. */
  'transcript.watch': { params: z.strictObject({ id: SessionId.nullable() }), result: z.void() },
  'asks.list': { params: nothing, result: z.array(Ask) },
  /** The whole input of an ask. */
  'asks.input': { params: z.strictObject({ id: AskId }), result: z.record(z.string(), z.unknown()) },
  /** The file that a pending call would change, as it is now; null when it would change none. */
  'asks.file': { params: z.strictObject({ id: AskId }), result: AskedFile.nullable() },
  'asks.decide': {
    /** `seen`: the fingerprint of the call that the person saw. */
    params: z.strictObject({
      id: AskId,
      decision: Decision,
      surface: Surface,
      remember: Remember.optional(),
      seen: z.string().max(100).optional(),
      /** The prompt that the answer is for. Required if the ask has one. */
      interactionId: InteractionId.optional(),
    }),
    result: z.void(),
  },
  /** Checks the values of a form without submitting them. Returns what is wrong, by field. */
  'asks.checkForm': { params: z.strictObject({ id: AskId, values: FormValues }), result: z.record(z.string(), z.string()) },
  /** What was typed into the form of this prompt and not submitted; null if nothing was. */
  'asks.formDraft': { params: z.strictObject({ id: AskId, interactionId: InteractionId }), result: FormValues.nullable() },
  'asks.saveFormDraft': { params: z.strictObject({ id: AskId, interactionId: InteractionId, values: FormValues }), result: z.void() },
  /** The ask that the window's dialog shows, so that no notification is sent for it; null when there is none. */
  'asks.inView': { params: z.strictObject({ id: AskId.nullable() }), result: z.void() },
  /** Shows an ask and its session in the main window. The small inbox window calls it. */
  'asks.open': { params: z.strictObject({ id: AskId }), result: z.void() },
  /** Hides the small inbox window. */
  'inbox.hide': { params: nothing, result: z.void() },
  /** The rules that could decide the pending call. */
  'rules.offer': { params: z.strictObject({ ask: AskId }), result: RuleOffer },
  /** The past calls that a rule for the pending call would have decided. */
  'rules.try': { params: z.strictObject({ ask: AskId, rule: RuleDraft }), result: RuleTrial },
  'rules.list': { params: nothing, result: z.array(Rule) },
  /** The tools that are offered to Claude, also those that failed to load. */
  'tools.list': { params: nothing, result: z.array(ToolSummary) },
  'tools.setEnabled': { params: z.strictObject({ id: ToolSourceId, enabled: z.boolean() }), result: z.void() },
  /** Loads the tools of a folder again. */
  'tools.reload': { params: z.strictObject({ id: ToolSourceId }), result: z.void() },
  /** Shows the folder for a person's own tools in the file manager, and makes it if it is missing. */
  'tools.openFolder': { params: nothing, result: z.void() },
  /** The approvals that tools remember. */
  'approvals.list': { params: nothing, result: z.array(RememberedApproval) },
  'approvals.revoke': { params: z.strictObject({ id: z.string().min(1) }), result: z.void() },
  'mcp.servers': { params: session, result: z.array(McpServerStatus) },
  'mcp.reconnect': { params: session.extend({ server: z.string().max(1_000) }), result: z.void() },
  'mcp.setEnabled': { params: session.extend({ server: z.string().max(1_000), enabled: z.boolean() }), result: z.void() },
  /** Begins to sign in to a server. Returns the address of the page to open, or null if none is needed. */
  'mcp.signIn': { params: session.extend({ server: z.string().max(1_000) }), result: z.string().nullable() },
  /** Turns interactive tools of a session on or off. */
  'sessions.setInteractive': { params: session.extend({ on: z.boolean() }), result: z.void() },
  'rules.revoke': { params: z.strictObject({ id: z.string().min(1) }), result: z.void() },
  /** Newest first. With a text, only decisions that contain it. */
  'ledger.decisions': {
    params: z.strictObject({
      before: z.int().optional(),
      limit: z.int().min(1).max(maxPageSize),
      text: z.string().max(maxQueryLength).optional(),
    }),
    result: z.array(DecisionEntry),
  },
  'settings.get': { params: nothing, result: Settings },
  'settings.change': { params: SettingsChange, result: z.void() },
  'folders.look': { params: z.strictObject({ folder: z.string().max(maxPathLength) }), result: FolderLook },
  /** Folders that complete the beginning of a path: recent ones first, then those on disk. */
  'folders.complete': { params: z.strictObject({ text: z.string().max(maxPathLength) }), result: z.array(z.string()) },
  /** Returns the folder that the app was started with, the first time; otherwise null. */
  'folders.given': { params: nothing, result: z.string().nullable() },
  /** Opens the system's own dialog; null when the person cancelled it. */
  'folders.browse': { params: nothing, result: z.string().nullable() },
  'past.list': { params: z.strictObject({ folder: z.string().max(maxPathLength) }), result: z.array(PastSessionSummary) },
  /** Opens one of the CLI's past sessions, as a fork unless the person says that nothing else uses it. */
  'past.open': {
    params: z.strictObject({
      folder: z.string().max(maxPathLength),
      cliSessionId: z.string().max(200),
      fork: z.boolean(),
      trust: z.boolean().nullable(),
    }),
    result: session,
  },
  'outlived.list': { params: nothing, result: z.array(OutlivedProcess) },
  /** Returns whether the process is gone now. */
  'outlived.end': { params: z.strictObject({ pid: z.int(), runId: z.string() }), result: z.boolean() },
  /** A new page calls this first. Returns the terminals; the page is not attached to any of them yet. */
  'terminals.connect': { params: nothing, result: z.array(TerminalSummary) },
  /** Opens a login shell in the session's folder. */
  'terminals.create': { params: z.strictObject({ session: SessionId, size: TerminalSize }), result: terminal },
  /** Continues the session's conversation in a terminal with the CLI's own interface. The app's run stops in the meantime. */
  'sessions.continueInTerminal': { params: z.strictObject({ session: SessionId, size: TerminalSize }), result: terminal },
  /** From now on this window receives the output of the process, beginning with the kept part. */
  'terminals.attach': { params: terminal, result: z.void() },
  /** How much of the output has been drawn. A process that prints faster is paused. */
  'terminals.seen': { params: terminal.extend({ characters: z.int().nonnegative() }), result: z.void() },
  'terminals.write': { params: terminal.extend({ data: z.string().max(maxTextLength) }), result: z.void() },
  'terminals.resize': { params: terminal.extend({ size: TerminalSize }), result: z.void() },
  'terminals.close': { params: terminal, result: z.void() },
  /** Shows a file of the session's folder in the file manager. */
  'links.showFile': { params: session.extend({ url: z.string().max(maxUrlLength) }), result: z.void() },
  'links.open': { params: z.strictObject({ url: z.string().max(maxUrlLength) }), result: z.void() },
} as const;

/**
 * What main asks the window to do: run an action of the application menu, open the folder that the app was started for, or open the
 * inbox.
 */
const WindowCommand = z.enum([...actionIds, 'open-given-folder', 'open-inbox']);

/** Every event that the main process sends to windows. Small values are sent whole. */
export const events = {
  'notices.changed': z.array(Notice),
  'window.command': WindowCommand,
  'claude.changed': z.strictObject({ claude: ClaudeStatus, models: z.array(ModelChoice) }),
  'sessions.changed': SessionList,
  'asks.changed': z.array(Ask),
  /** The person clicked on this ask in the tray or a notification. */
  'asks.show': AskId,
  'rules.changed': z.array(Rule),
  'tools.changed': z.array(ToolSummary),
  'approvals.changed': z.array(RememberedApproval),
  'settings.changed': Settings,
  /** The sessions whose MCP servers may have changed. */
  'mcp.changed': z.array(SessionId),
  'transcript.changed': TranscriptUpdate,
  'costs.changed': Costs,
  'outlived.changed': z.array(OutlivedProcess),
  'terminals.changed': z.array(TerminalSummary),
  'terminal.output': TerminalOutput,
} as const;

export type RequestName = keyof typeof requests;
export type Params<N extends RequestName> = z.infer<(typeof requests)[N]['params']>;
export type Result<N extends RequestName> = z.infer<(typeof requests)[N]['result']>;
export type EventName = keyof typeof events;
export type Payload<N extends EventName> = z.infer<(typeof events)[N]>;
/**
 * Related events are sent together, so that a window draws once for all of them. They are sent as JSON, because copying an object
 * across the bridge is slower.
 */
export type SentEvent = readonly [name: EventName, payload: unknown];

/** The reply to a request. A thrown error would lose its code on the way through Electron. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** Everything that the preload script gives to the window. */
export interface Bridge {
  request(name: string, params: unknown): Promise<unknown>;
  /** The listener gets `SentEvent[]` as JSON. Returns a function that unsubscribes. */
  onEvents(listener: (events: string) => void): () => void;
  /** The path of a file that the person dropped or pasted; empty when it is not on disk. */
  pathOf(file: unknown): string;
}
