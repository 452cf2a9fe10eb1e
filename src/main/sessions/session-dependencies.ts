import type { RunId, SessionId } from '../../shared/ids';
import type { ModelChoice, SlashCommand } from '../../shared/session';
import type { TranscriptChange } from '../../shared/transcript';
import type { AskDesk } from '../asks/ask-desk';
import type { OrphanedAsk } from '../asks/desk-dependencies';
import type { Log } from '../base/log';
import type { ClaudeCommand } from '../claude/launch-plan';
import type { Ledger } from '../ledger/ledger';
import type { OpenCalls } from './open-calls';
import type { PictureStore } from './picture-store';
import type { StartRun } from './run';
import type { StoredSession } from './stored-session';

/** The parts of the app that a session uses. */
export interface SessionDependencies {
  /** The program to run; rejects with 'no-claude' when there is none. */
  readonly claude: (demo: boolean) => Promise<ClaudeCommand>;
  readonly startRun: StartRun;
  readonly newRunId: () => RunId;
  readonly desk: AskDesk;
  readonly ledger: Pick<Ledger, 'write' | 'count' | 'fullPage'>;
  /** Finds out what became of calls whose run is gone, and has the next run ask for one that is still open. */
  readonly offerOpenCalls: (record: StoredSession, asks: readonly OrphanedAsk[]) => Promise<OpenCalls>;
  /** Where the CLI keeps the session's conversation; null where it has none. */
  readonly conversationFile: (record: StoredSession) => Promise<string | null>;
  readonly pictures: Pick<PictureStore, 'toBase64'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly now: () => number;
  /** Writes the records of all sessions; they are on disk when this returns. */
  readonly save: () => void;
  /** Writes them soon, and before anyone is told of an ask. */
  readonly saveSoon: () => void;
  readonly changed: () => void;
  readonly transcript: (id: SessionId, changes: readonly TranscriptChange[], total: number) => void;
  readonly models: (models: readonly ModelChoice[]) => void;
  /** The slash commands of a folder, as a run there last said. */
  readonly commands: {
    keep(folder: string, commands: readonly SlashCommand[]): void;
    of(folder: string): readonly SlashCommand[];
  };
}
