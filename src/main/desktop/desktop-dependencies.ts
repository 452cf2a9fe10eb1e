import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import type { AskId, SessionId } from '../../shared/ids';
import type { SessionList } from '../../shared/session';
import type { Settings, SettingsChange } from '../../shared/settings';

/** A read-only value with change events. Another module owns it. */
export interface Observable<T> {
  get(): T;
  onChange(listener: () => void): () => void;
}

/** What the user sees in a focused window. Without focus, nothing is in view. */
export interface InView {
  readonly session: SessionId | null;
  /** The ask in the dialog, which may belong to another session. */
  readonly ask: AskId | null;
  /** Whether the inbox window has focus, which lists all pending asks. */
  readonly inbox: boolean;
}

/** What the desktop surfaces may read and call. They have no access to the owners themselves. */
export interface DesktopDependencies {
  /** All pending asks, oldest first. */
  readonly asks: Observable<readonly Ask[]>;
  readonly sessions: Observable<Pick<SessionList, 'sessions'>>;
  readonly settings: Observable<Settings>;
  readonly inView: Observable<InView>;
  /** Rejects with an AppError if the ask was already answered, no longer exists, or must be read in the window first. */
  decide(
    ask: Pick<Ask, 'id' | 'fingerprint' | 'interaction'>,
    decision: Decision,
    surface: Extract<Surface, 'notification' | 'tray'>,
  ): Promise<void>;
  changeSettings(change: SettingsChange): void;
  /** Brings the window to the front and shows the session. */
  showSession(id: SessionId): void;
  /** Brings the window to the front and opens the ask. */
  showAsk(ask: Ask): void;
  showWindow(): void;
  showInbox(): void;
  newSession(): void;
  quit(): void;
}

/** Whether tools may ask the person about this ask, in the app and in its session. */
export const isInteractive = (
  { sessionId }: Pick<Ask, 'sessionId'>,
  { settings, sessions }: Pick<DesktopDependencies, 'settings' | 'sessions'>,
): boolean => settings.get().interactive && sessions.get().sessions.find(({ id }) => id === sessionId)?.interactive !== false;
