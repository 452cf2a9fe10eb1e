import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { AskId } from '../../shared/ids';
import type { Remember, RulePattern } from '../../shared/rule';
import type { Timeout } from '../../shared/settings';
import type { Decided } from './ask-record';
import type { AskShelf } from './ask-store';
import type { Verdict } from './judge';
import type { PreparedRule } from './rule-book';

/** An ask as it comes in: the summary everyone sees, and the input as the CLI sent it. */
export interface IncomingAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
  /** The rules that the CLI would offer to remember. */
  readonly suggestions: readonly RulePattern[];
  /** The session's folder. Null for an ask that an older version stored. */
  readonly folder: string | null;
}

/** An ask whose run is gone; its input is null when it was too big to be kept here. */
export interface OrphanedAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>> | null;
}

/** How a decision ended, for the ledger. */
export interface Outcome {
  readonly ask: Ask;
  readonly folder: IncomingAsk['folder'];
  /** Null when it ended without one. */
  readonly decided: Decided | null;
  /** `may-have-run`: whether it was delivered is not known, and nobody will find out any more. */
  readonly end: 'delivered' | 'withdrawn' | 'not-made' | 'may-have-run';
  readonly endedAt: number;
  /** Found out afterwards: the answer may have been recorded when it was given. */
  readonly found: boolean;
}

/** The parts of the app that the desk uses. */
export interface DeskDependencies {
  readonly store: AskShelf;
  /** Told of every end, once. */
  readonly record: (outcome: Outcome) => void;
  /**
   * Brings the run of an orphaned ask back. True when that run asks for the same call again; false when it can't:
   * then Claude has been told that the call was not made.
   */
  readonly revive: (ask: Ask, decision: Decision) => Promise<boolean>;
  /** The input of an ask that was too big to be kept with it. */
  readonly wholeInput: (ask: Ask) => Readonly<Record<string, unknown>> | null;
  /** Who decides a call: the rules, the session's mode, or a person. */
  readonly judge: (asked: IncomingAsk) => Verdict;
  /** Makes the rule that the person wants of a decision ready to be kept, or says with a code why it can't be. */
  readonly remember: (asked: IncomingAsk, wanted: Remember) => PreparedRule;
  /** How long asks of a kind wait, and what then. */
  readonly timeoutOf: (kind: Ask['kind']) => Timeout;
  /** Tells Claude, as a message, what was answered after the time had run out. */
  readonly answerLate: (ask: Ask, decision: Decision) => Promise<void>;
  /** Whether this very call was allowed before: it may have run, also where the desk knows nothing of it any more. */
  readonly wasAllowed: (id: AskId) => boolean;
  /** Called before new asks are recorded: what the next life of the app needs to go on with them is on disk when it returns. */
  readonly beforeRecording: () => void;
  readonly now?: () => number;
  /** Calls back when what comes in at this moment is there. */
  readonly afterThisMoment?: (then: () => void) => void;
}
