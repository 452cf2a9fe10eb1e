import { z } from 'zod';
import { AskedBy } from '../../shared/asked-by';
import type { AskedFile } from '../../shared/asked-file';
import type { AppInfo, WindowFailure } from '../../shared/contract';
import { isWindowSurface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId, SessionId } from '../../shared/ids';
import type { DecisionEntry } from '../../shared/ledger';
import type { RuleDraft, RuleTrial } from '../../shared/rule';

import type { OutlivedProcess } from '../../shared/session';
import type { TerminalId, TerminalSize } from '../../shared/terminal';
import type { AskDesk } from '../asks/ask-desk';
import type { RuleBook } from '../asks/rule-book';
import type { ToolApprovalBook } from '../asks/tool-approval-book';
import type { ClaudeFinder } from '../claude/finder';
import type { LedgerDecision } from '../ledger/decision-table';
import type { Ledger } from '../ledger/ledger';
import type { Drafts } from '../sessions/drafts';
import type { PictureStore } from '../sessions/picture-store';
import type { SessionRegistry } from '../sessions/session-registry';
import type { SettingsStore } from '../settings/settings-store';
import type { Terminals } from '../terminal/terminals';
import type { ToolCatalog } from '../tools/tool-catalog';
import type { Publisher } from './publisher';
import type { Handlers } from './router';

/** Actions that need Electron. */
export interface DesktopActions {
  info(): AppInfo;
  painted(times: { at: number; contentsAt: number }): void;
  failed(failure: WindowFailure): void;
  openLogs(): Promise<void>;
  openDataFolder(): Promise<void>;
  /** Opens the folder of the person's own tools, and makes it if it is missing. */
  openToolFolder(): Promise<void>;
  copyDiagnostics(): void;
  copyText(text: string): void;
  openLink(url: string): Promise<void>;
  /** Shows a file in the file manager, without opening it. */
  showFile(path: string): void;
  browseFolder(): Promise<string | null>;
  askInView(id: AskId | null): void;
  /** Shows an ask in the main window, and brings that to the front. */
  showAsk(id: AskId): void;
  /** Hides the small inbox window, not the inbox in the main window. */
  hideInbox(): void;
  /** Returns the folder that the app was started with, the first time only. */
  takeGivenFolder(): string | null;
}

/** The owners that handle the requests. */
export interface Owners {
  readonly desktop: DesktopActions;
  readonly sessions: SessionRegistry;
  readonly drafts: Drafts;
  readonly pictures: PictureStore;
  readonly desk: AskDesk;
  readonly ledger: Ledger;
  readonly claude: ClaudeFinder;
  readonly publisher: Publisher;
  readonly settings: SettingsStore;
  readonly rules: RuleBook;
  readonly tryRule: (id: AskId, draft: RuleDraft) => RuleTrial;
  readonly terminals: Terminals;
  readonly continueInTerminal: (session: SessionId, size: TerminalSize) => Promise<TerminalId>;
  readonly claudeFacts: () => ReturnType<Handlers['claude.status']>;
  readonly tools: ToolCatalog;
  readonly approvals: ToolApprovalBook;
  readonly askedFile: (id: AskId) => Promise<AskedFile | null>;
}

/** Maps each request to one call of its owner. */
export function createHandlers({
  desktop,
  sessions,
  drafts,
  pictures,
  desk,
  ledger,
  claude,
  publisher,
  settings,
  rules,
  tryRule,
  terminals,
  continueInTerminal,
  claudeFacts,
  askedFile,
  tools,
  approvals,
}: Owners): Handlers {
  const outlivedNow = (): OutlivedProcess[] => sessions.runs.outlived();
  return {
    'app.info': () => desktop.info(),
    'app.painted': (times) => desktop.painted(times),
    'app.failed': (failure) => desktop.failed(failure),
    'app.openLogs': () => desktop.openLogs(),
    'app.openDataFolder': () => desktop.openDataFolder(),
    'app.copyDiagnostics': () => desktop.copyDiagnostics(),
    'app.copyText': ({ text }) => desktop.copyText(text),
    'links.open': ({ url }) => desktop.openLink(url),
    'links.showFile': async ({ id, url }) => desktop.showFile(await sessions.get(id).fileAt(url)),
    'folders.browse': () => desktop.browseFolder(),
    'folders.given': () => desktop.takeGivenFolder(),
    'folders.complete': ({ text }) => sessions.folders.complete(text),
    'folders.look': ({ folder }) => sessions.folders.inspect(folder),
    'claude.status': claudeFacts,
    'claude.look': () => claude.look(),
    'claude.try': ({ path }) => claude.try(path),
    'sessions.list': () => sessions.list,
    'sessions.create': async (wanted) => ({ id: await sessions.create(wanted) }),
    'sessions.send': ({ id, message }) => sessions.get(id).send(message),
    'sessions.sendQueuedNow': ({ id }) => sessions.get(id).sendQueuedNow(),
    'sessions.discardQueued': ({ id }) => sessions.get(id).discardQueued(),
    'sessions.takeOffered': ({ id }) => sessions.get(id).takeOffered(),
    'sessions.history': ({ id }) => sessions.history(id),
    'sessions.commands': ({ id }) => [...sessions.get(id).commands],
    'sessions.files': ({ id, query }) => sessions.get(id).files(query),
    'pictures.addChunk': (chunk) => pictures.addChunk(chunk),
    'pictures.read': ({ hash, from }) => pictures.readChunk(hash, from),
    'asks.checkForm': ({ id, values }) => desk.checkForm(id, values),
    'asks.formDraft': ({ id, interactionId }) => drafts.formDraft(desk.asked(id).ask, interactionId),
    'asks.saveFormDraft': ({ id, interactionId, values }) => drafts.saveFormDraft(desk.asked(id).ask, interactionId, values),
    'tools.list': () => {
      tools.openAll();
      return [...tools.list];
    },
    'tools.setEnabled': ({ id, enabled }) => tools.setEnabled(id, enabled),
    'tools.reload': ({ id }) => tools.reload(id),
    'tools.openFolder': () => desktop.openToolFolder(),
    'approvals.list': () => [...approvals.list],
    'approvals.revoke': ({ id }) => approvals.revoke(id),
    'mcp.servers': ({ id }) => sessions.get(id).mcpServers.list(),
    'mcp.reconnect': ({ id, server }) => sessions.get(id).mcpServers.reconnect(server),
    'mcp.setEnabled': ({ id, server, enabled }) => sessions.get(id).mcpServers.setEnabled(server, enabled),
    'mcp.signIn': ({ id, server }) => sessions.get(id).mcpServers.signIn(server),
    'sessions.setInteractive': ({ id, on }) => sessions.get(id).setInteractive(on),
    'drafts.get': ({ id }) => drafts.get(sessions.get(id).id),
    'drafts.setText': ({ id, text }) => drafts.setText(sessions.get(id).id, text),
    'drafts.setImages': ({ id, images }) => drafts.setImages(sessions.get(id).id, images),
    'sessions.interrupt': ({ id }) => sessions.get(id).interrupt(),
    'sessions.stopTask': ({ id, taskId }) => sessions.get(id).stopTask(taskId),
    'sessions.stop': ({ id }) => sessions.get(id).stop(),
    'sessions.restart': ({ id }) => sessions.get(id).restart(),
    'sessions.rename': ({ id, title }) => sessions.get(id).rename(title),
    'sessions.setModel': ({ id, model }) => sessions.get(id).setModel(model),
    'sessions.setPermissions': ({ id, choice }) => sessions.get(id).setPermissions(choice),
    'sessions.setPlanMode': ({ id, on }) => sessions.get(id).setPlanMode(on),
    'sessions.fork': ({ id }) => ({ id: sessions.fork(id) }),
    'sessions.close': ({ id }) => sessions.close(id),
    'sessions.reopen': ({ id }) => ({ id: sessions.reopen(id) }),
    'sessions.activate': ({ id }) => sessions.activate(id),
    'sessions.reorder': ({ ids }) => sessions.reorder(ids),
    'ledger.costs': () => ledger.costs(),
    'transcript.page': ({ id, from, limit }) => {
      sessions.finalizeTranscript(id);
      return { items: ledger.page(id, { limit, ...(from === undefined ? {} : { from }) }), total: ledger.count(id) };
    },
    'transcript.find': ({ id, text }) => ledger.find(id, text),
    'transcript.item': ({ id, index }) => ledger.item(id, index),
    'transcript.steps': ({ id, toolUseId }) => ledger.steps(id, toolUseId),
    'transcript.watch': ({ id }) => publisher.watch(id),
    'asks.inView': ({ id }) => desktop.askInView(id),
    'asks.open': ({ id }) => desktop.showAsk(id),
    'inbox.hide': () => desktop.hideInbox(),
    'asks.list': () => [...desk.list],
    'asks.input': ({ id }) => ({ ...desk.input(id) }),
    'asks.file': ({ id }) => askedFile(id),
    'asks.decide': ({ id, decision, surface, remember, seen, interactionId }) => {
      // A window may only decide on its own surfaces. The others don't use IPC.
      if (!isWindowSurface(surface)) throw new AppError('bad-request', 'A window decides in its dialog, in a card or in the inbox.');
      return desk.decide(id, decision, surface, { remember, seen, interactionId });
    },
    'rules.list': () => [...rules.list],
    'rules.offer': ({ ask }) => rules.offer(desk.asked(ask)),
    'rules.try': ({ ask, rule }) => tryRule(ask, rule),
    'rules.revoke': ({ id }) => rules.revoke(id),
    'ledger.decisions': (wanted) => ledger.decisions(wanted).map(toEntry),
    'settings.get': () => settings.value,
    'settings.change': (change) => settings.change(change),
    'past.list': ({ folder }) => sessions.listPast(folder),
    'past.open': async ({ folder, cliSessionId, fork, trust }) => ({ id: await sessions.openPast(folder, cliSessionId, fork, trust) }),
    'terminals.connect': () => {
      // A terminal that stays attached to an earlier page would wait for it to draw.
      terminals.detachAll();
      return terminals.list;
    },
    'terminals.create': async ({ session, size }) => ({
      id: await terminals.openShell(session, () => sessions.get(session).record.folder, size),
    }),
    'sessions.continueInTerminal': async ({ session, size }) => ({ id: await continueInTerminal(session, size) }),
    'terminals.attach': ({ id }) => terminals.attach(id),
    'terminals.seen': ({ id, characters }) => terminals.acknowledge(id, characters),
    'terminals.write': ({ id, data }) => terminals.write(id, data),
    'terminals.resize': ({ id, size }) => terminals.resize(id, size),
    'terminals.close': ({ id }) => terminals.close(id),
    'outlived.list': outlivedNow,
    'outlived.end': async ({ pid, runId }) => {
      const gone = await sessions.runs.end(pid, runId);
      publisher.whole('outlived.changed', outlivedNow);
      return gone;
    },
  };
}

/** Rows of older versions lack these. */
const AskedDetails = z
  .object({ askedBy: AskedBy.nullable().catch(null), changedByHook: z.boolean().catch(false) })
  .catch({ askedBy: null, changedByHook: false });

/** Leaves out the other details, because they may contain a whole input. */
function toEntry({
  id,
  sessionId,
  kind,
  tool,
  summary,
  decision,
  surface,
  reason,
  edited,
  decidedAt,
  waitedMs,
  details,
}: LedgerDecision): DecisionEntry {
  const asked = AskedDetails.parse(details);
  return { id, sessionId, kind, tool, summary, decision, surface, reason, edited, decidedAt, waitedMs, ...asked };
}
