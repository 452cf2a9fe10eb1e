import type { ApiStatus } from '../../shared/api';
import type { SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';
import type { AskDesk } from '../asks/ask-desk';
import type { Outcome } from '../asks/desk-dependencies';
import type { SessionRegistry } from '../sessions/session-registry';
import type { SettingsStore } from '../settings/settings-store';

/** An ask that ended, and how. */
export type EndedAsk = Pick<Outcome, 'ask' | 'decided' | 'end' | 'endedAt'>;

/** The parts of the app that the local server serves. */
export interface ApiOwners {
  readonly desk: AskDesk;
  readonly sessions: SessionRegistry;
  readonly settings: Pick<SettingsStore, 'value' | 'onChange'>;
  /** Called for each ask that ends. */
  readonly onAskEnd: (listener: (ended: EndedAsk) => void) => () => void;
  /** Called for changed items of any transcript. */
  readonly onTranscript: (
    listener: (changed: { readonly id: SessionId; readonly changes: readonly TranscriptChange[] }) => void,
  ) => () => void;
  /** Opens the New session dialog for a folder. */
  readonly openFolder: (folder: string) => void;
  readonly status: () => ApiStatus;
}
