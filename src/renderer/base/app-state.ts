import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AppInfo, Payload } from '../../shared/contract';
import type { Costs } from '../../shared/costs';
import type { SessionId } from '../../shared/ids';
import type { Notice } from '../../shared/notice';
import type { Rule } from '../../shared/rule';
import type { OutlivedProcess, SessionList, SessionSummary } from '../../shared/session';
import type { Settings } from '../../shared/settings';
import type { TerminalSummary } from '../../shared/terminal';
import type { RememberedApproval, ToolSummary } from '../../shared/tool-summary';
import type { SettingsSection } from './settings-section';
import type { TranscriptCopy } from './transcript-copy';

/** Copies of main's state. Only connect-host.ts and its parts write them. */
export const appInfoAtom = atom<AppInfo | null>(null);
export const noticesAtom = atom<readonly Notice[]>([]);
export const claudeAtom = atom<Payload<'claude.changed'>>({ claude: { state: 'looking' }, models: [] });
/** Null until the first reply from the main process. */
export const sessionsAtom = atom<SessionList | null>(null);
export const asksAtom = atom<readonly Ask[]>([]);
export const outlivedAtom = atom<readonly OutlivedProcess[]>([]);
export const rulesAtom = atom<readonly Rule[]>([]);
/** Null until the person first opens their page in Settings, because listing the tools starts them. */
export const toolsAtom = atom<readonly ToolSummary[] | null>(null);
/** The approvals that tools remember. */
export const approvalsAtom = atom<readonly RememberedApproval[]>([]);
/** Null until the first reply from the main process. */
export const settingsAtom = atom<Settings | null>(null);
export const costsAtom = atom<Costs>([]);
export const terminalsAtom = atom<readonly TerminalSummary[]>([]);
/** The loaded part of the active session's transcript; null while it is being read. */
export const transcriptAtom = atom<TranscriptCopy | null>(null);
/** The reason why the transcript can't be shown. */
export const transcriptFailureAtom = atom<string | null>(null);
/** Loads the parts of a transcript that come into view; transcript/watched-transcript.ts implements it. */
export interface TranscriptReader {
  look(indexes: readonly number[]): void;
  openSteps(toolUseId: string): Promise<void>;
  expect(id: SessionId): Promise<void>;
  giveUp(id: SessionId): Promise<void>;
}
export const watchedTranscriptAtom = atom<TranscriptReader | null>(null);

/** View state, which main does not know. */
export const newSessionOpenAtom = atom(false);
/** The section that Settings shows; null while it is closed. */
export const settingsOpenAtom = atom<SettingsSection | null>(null);
export const decisionsOpenAtom = atom(false);
/** Whether a terminal asks the person to confirm a paste or a link. */
export const terminalQuestionOpenAtom = atom(false);
/** The folder that New session is opened for; null when none was named. */
export const newSessionFolderAtom = atom<string | null>(null);
/** The session that the person is asked to confirm closing. */
export const closingAtom = atom<SessionId | null>(null);
/** The session for which the person is asked to confirm "Auto-approve all". */
export const approvingAllAtom = atom<SessionId | null>(null);
export const paletteOpenAtom = atom(false);
export const shortcutHelpOpenAtom = atom(false);
/** Whether the find bar of the transcript is open. */
export const findOpenAtom = atom(false);
/** The session whose title is being edited. */
export const renamingAtom = atom<SessionId | null>(null);

/** Derived. Null until the first reply from the main process. */
export const sessionCountAtom = atom((get) => get(sessionsAtom)?.sessions.length ?? null);
export const activeSessionAtom = atom<SessionSummary | null>((get) => {
  const list = get(sessionsAtom);
  return list?.sessions.find(({ id }) => id === list.active) ?? null;
});
/** The folder of the active session. */
export const activeFolderAtom = atom((get) => get(activeSessionAtom)?.folder ?? '');
/** The tool calls that wait for a person. The CLI reports them as running. */
export const waitingToolUsesAtom = atom<ReadonlySet<string>>((get) => new Set(get(asksAtom).flatMap(({ toolUseId }) => toolUseId ?? [])));
export const isMacAtom = atom((get) => get(appInfoAtom)?.platform === 'darwin');
