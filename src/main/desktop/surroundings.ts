import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import type { AskId, SessionId } from '../../shared/ids';
import type { SessionList } from '../../shared/session';
import type { Settings, SettingsChange } from '../../shared/settings';

/** A fact that somebody else owns, as it is now, and word of its changes. */
export interface Watched<T> {
  now(): T;
  onChange(listener: () => void): () => void;
}

/** What is in front of a person, in a window that has the focus: nothing when it has not. */
export interface InView {
  readonly session: SessionId | null;
  /** In the dialog over whatever session is shown. */
  readonly ask: AskId | null;
  /** The small inbox window lists whatever waits. */
  readonly inbox: boolean;
}

/** What the surfaces of the desktop are given: copies of facts, and the ways in. They never meet the owners. */
export interface Surroundings {
  /** What waits, oldest first. */
  readonly asks: Watched<readonly Ask[]>;
  readonly sessions: Watched<Pick<SessionList, 'sessions'>>;
  readonly settings: Watched<Settings>;
  readonly inView: Watched<InView>;
  /** Rejects with the code of an expected failure: somebody else was first, the ask is gone, it has to be looked at. */
  decide(ask: Pick<Ask, 'id' | 'likeness'>, decision: Decision, surface: Extract<Surface, 'notification' | 'tray'>): Promise<void>;
  changeSettings(change: SettingsChange): void;
  /** Brings the window to the front, at this session. */
  showSession(id: SessionId): void;
  /** The same, with this ask of it open. */
  showAsk(ask: Ask): void;
  showWindow(): void;
  showInbox(): void;
  newSession(): void;
  quit(): void;
}
