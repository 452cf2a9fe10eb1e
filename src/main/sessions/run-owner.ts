import type { ClaudeEvent } from '../claude/events';
import type { PeerHandlers } from '../claude/peer';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

/** The session, as its runs know it. */
export interface RunOwner {
  readonly transcript: SessionTranscript;
  readonly record: SessionRecord;
  /** Before each start of a run. */
  readonly prepare: () => Promise<void>;
  readonly ask: NonNullable<PeerHandlers['canUseTool']>;
  readonly hear: (event: ClaudeEvent) => void;
  /** A run took its first request; `started` is what it was started with. It counts as starting until this is done. */
  readonly settle: (started: StoredSession) => Promise<void>;
  /** The run is gone. */
  readonly ended: () => void;
  /** No run will take the message it was to be started for. */
  readonly offerBackOpening: () => void;
  /** A run became ready, a turn ended, or a run ended: the next message can be sent. */
  readonly flushQueue: () => void;
}
