import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import type { AskId } from '../../shared/ids';
import type { Remember, RulePattern } from '../../shared/rule';
import type { Timeout } from '../../shared/settings';
import type { Decided } from './ask-record';
import type { AskStorage } from './ask-store';
import type { Verdict } from './judge';
import type { PreparedRule } from './rule-book';

/** An ask from a run: the summary that people see, and the input as the CLI sent it. */
export interface IncomingAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
  /** The rules that the CLI would offer to remember. */
  readonly suggestions: readonly RulePattern[];
  /** The session's folder. Null for an ask that an older version stored. */
  readonly folder: string | null;
  /** How long it waits, if whoever asks sets that; null for as long as it takes. Otherwise the settings decide. */
  readonly timeoutMs?: number | null;
}

/** An ask whose run is gone. Its input is null if it was too big to be stored. */
export interface OrphanedAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>> | null;
}

/** How an ask ended, for the ledger. */
export interface Outcome {
  readonly ask: Ask;
  readonly folder: IncomingAsk['folder'];
  /** Null if it ended without a decision. */
  readonly decided: Decided | null;
  /** `may-have-run`: nobody knows whether the decision reached the run, and nobody will find out. */
  readonly end: 'delivered' | 'withdrawn' | 'not-made' | 'may-have-run';
  readonly endedAt: number;
  /** It was learnt afterwards, so the ledger may have a row for this decision already. */
  readonly found: boolean;
}

/** The parts of the app that the desk uses. */
export interface DeskDependencies {
  readonly store: AskStorage;
  /** Called once for every end. */
  readonly record: (outcome: Outcome) => void;
  /**
   * Starts a run for an orphaned ask. True if that run asks for the same call again. If not, Claude has been told that the call
   * was not made.
   */
  readonly revive: (ask: Ask, decision: Decision) => Promise<boolean>;
  /** Looks up an input that was too big to be stored with its ask. */
  readonly wholeInput: (ask: Ask) => Readonly<Record<string, unknown>> | null;
  /** Who decides a call: the rules, the session's mode, or a person. */
  readonly judge: (asked: IncomingAsk) => Verdict;
  /** Prepares the rule that a person wants to keep for a call. Throws an `AppError` if there can be none. */
  readonly remember: (asked: IncomingAsk, wanted: Remember) => PreparedRule;
  /** How long asks of a kind wait, and what happens then. */
  readonly timeoutOf: (kind: Ask['kind']) => Timeout;
  /** Sends Claude a message with an answer that came after the time ran out. */
  readonly answerLate: (ask: Ask, decision: Decision, surface: Surface) => Promise<void>;
  /** Whether the ledger says that this call was allowed before. Then it may have run. */
  readonly wasAllowed: (id: AskId) => boolean;
  /** Called before new asks are written. It writes what the next start of the app needs to resume their conversations. */
  readonly beforeRecording: () => void;
  readonly now?: () => number;
  /** Calls back after everything that arrives in this moment. The default is `setImmediate`. */
  readonly scheduleBatch?: (then: () => void) => void;
}
