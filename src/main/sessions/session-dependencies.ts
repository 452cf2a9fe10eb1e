import type { RunId, SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';
import type { AskDesk } from '../asks/ask-desk';
import type { ToolApprovalBook } from '../asks/tool-approval-book';
import type { Log } from '../base/log';
import type { ClaudeCommand } from '../claude/launch-plan';
import type { Ledger } from '../ledger/ledger';
import type { InteractiveClients } from '../tools/interactive-clients';
import type { ToolSource } from '../tools/offered-tool';
import type { CliCatalogCache } from './cli-catalog-cache';
import type { ConversationFiles } from './conversation-files';
import type { PictureStore } from './picture-store';
import type { StartRun } from './run';

export interface ToolDependencies {
  readonly source: ToolSource;
  readonly approvals: Pick<ToolApprovalBook, 'take' | 'remember' | 'clearSession'>;
  readonly clients: Pick<InteractiveClients, 'isAvailable'>;
  /** The app's version. */
  readonly version: string;
}

/** The parts of the app that every session uses. */
export interface SharedDependencies {
  /** The program to run; rejects with 'no-claude' when there is none. */
  readonly claude: (demo: boolean) => Promise<ClaudeCommand>;
  readonly startRun: StartRun;
  readonly desk: AskDesk;
  readonly pictures: Pick<PictureStore, 'toBase64'>;
  readonly catalog: Pick<CliCatalogCache, 'commandsIn' | 'keepCommands' | 'keepModels' | 'unsupportedBy'>;
  /** The tools that are offered to Claude, and what they use. */
  readonly tools: ToolDependencies;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly now: () => number;
  /** Announces changed items of a transcript. */
  readonly transcript: (id: SessionId, changes: readonly TranscriptChange[], total: number) => void;
}

/** These, and what the registry does for one session. */
export interface SessionDependencies extends SharedDependencies {
  readonly ledger: Pick<Ledger, 'write' | 'count' | 'fullPage'>;
  readonly conversations: Pick<ConversationFiles, 'of' | 'markOpenCall'>;
  readonly newRunId: () => RunId;
  /** Writes the records of all sessions. `now`: they are on disk when this returns. `soon`: before anyone is told of an ask. */
  readonly save: (when: 'now' | 'soon') => void;
  /** Announces that the session's summary changed. */
  readonly changed: () => void;
  /** Announces that the MCP servers of the session's run may have changed. */
  readonly mcpChanged: () => void;
}
