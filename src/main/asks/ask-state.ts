import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { InteractionId } from '../../shared/interaction';
import type { AskRecord, Decided } from './ask-record';
import type { IncomingAsk, Outcome } from './desk-dependencies';

/**
 * Sends a decision to the run that asked. Rejects with 'bad-request' if the decision does not fit the ask; nothing was sent then.
 * The state machine never calls it. It uses it to tell one request of a run from another.
 */
export type Deliver = (decided: Decided) => Promise<void>;

/** An ask on the desk. */
export interface AskEntry extends Omit<IncomingAsk, 'input'> {
  /** Null if it was too big to be stored with the ask. */
  readonly input: IncomingAsk['input'] | null;
  readonly state: AskState;
}

/** `uncertain` is an earlier decision that may have reached a run, and that the ledger does not have yet. */
export type AskState =
  /** It is not on disk yet. `isListed`: people have it in their list already, because an earlier run asked for the same call. */
  | { readonly name: 'arriving'; readonly deliver: Deliver; readonly isListed: boolean; readonly uncertain: Decided | null }
  /** Decided before it was on disk: by a rule, by the mode, or by the person whose answer started this run. */
  | { readonly name: 'decidedOnArrival'; readonly deliver: Deliver; readonly decided: Decided }
  /** A run and a person's list have it. */
  | { readonly name: 'pending'; readonly deliver: Deliver; readonly uncertain: Decided | null }
  /** The decision is on disk and is being written to the run. */
  | { readonly name: 'sending'; readonly deliver: Deliver; readonly decided: Decided }
  /** The run has the decision. The ask stays until the call's result arrives, because the run may die before it acts. */
  | { readonly name: 'sent'; readonly deliver: Deliver; readonly decided: Decided }
  /** Its run is gone. */
  | { readonly name: 'orphaned'; readonly uncertain: Decided | null }
  /** It was decided without a run, and a run is being started that asks for the same call again. */
  | { readonly name: 'reviving'; readonly decided: Decided }
  /** Its time ran out, and Claude was told that the answer will come as a message. */
  | { readonly name: 'deferred' }
  /** The message with the answer is being sent. */
  | { readonly name: 'answeringLate'; readonly decided: Decided };

/** `none`: the desk does not have the ask, or no longer. */
export type StateName = AskState['name'] | 'none';

export type AskEvent =
  /** The app started and found it on disk. */
  | { readonly type: 'restored'; readonly record: AskRecord }
  /** `wasAllowed`: the ledger says that this call was allowed before. */
  | {
      readonly type: 'asked';
      readonly incoming: IncomingAsk;
      readonly deliver: Deliver;
      readonly wasAllowed: boolean;
      readonly expiresAt: number | null;
      readonly at: number;
    }
  /** A run asked and ended before the desk heard of it. */
  | { readonly type: 'askedByEndedRun'; readonly incoming: IncomingAsk; readonly wasAllowed: boolean }
  /** It is on disk. */
  | { readonly type: 'recorded' }
  | { readonly type: 'decided'; readonly decided: Decided }
  /** `denial` is null if the ask stays pending; `isForNow` if a person can still answer. */
  | { readonly type: 'timedOut'; readonly denial: Decided | null; readonly isForNow: boolean }
  /** A tool ended its call and will take the answer later. */
  | { readonly type: 'postponed'; readonly prompt: InteractionId | null }
  /** A tool that took a late answer asks again. */
  | { readonly type: 'repromptedLate'; readonly incoming: IncomingAsk }
  | { readonly type: 'limitLifted' }
  /** The rules or a mode changed. */
  | { readonly type: 'reconsidered' }
  /** The ledger says that the call was allowed before. */
  | { readonly type: 'foundAllowed' }
  /** The result of the call is in the transcript. */
  | { readonly type: 'resultSeen' }
  | { readonly type: 'turnEnded' }
  /** `deliver` is null if the run ended with all its requests. */
  | { readonly type: 'runEnded'; readonly deliver: Deliver | null }
  /** Nobody wants an answer any more. `deliver` is null if whoever asked is gone for good. */
  | { readonly type: 'withdrawn'; readonly deliver: Deliver | null }
  /** The decision was written to the run. `as`: the ask as it was decided. */
  | { readonly type: 'delivered'; readonly deliver: Deliver; readonly decided: Decided; readonly as: AskEntry }
  /** `isUnsent`: the decision did not fit the ask, so nothing was written and the run still waits. */
  | {
      readonly type: 'deliveryFailed';
      readonly deliver: Deliver;
      readonly decided: Decided;
      readonly as: AskEntry;
      readonly isUnsent: boolean;
      readonly error: unknown;
    }
  /** `isAsked`: the new run asked for the call again. If not, Claude was told that the call was not made. */
  | { readonly type: 'revived'; readonly decided: Decided; readonly isAsked: boolean }
  | { readonly type: 'revivalFailed'; readonly decided: Decided; readonly error: unknown }
  /** The message with the late answer was sent. `as`: the ask as it was answered. */
  | { readonly type: 'lateSent'; readonly decided: Decided; readonly as: AskEntry }
  | { readonly type: 'lateFailed'; readonly decided: Decided; readonly error: unknown }
  | { readonly type: 'sessionClosed' }
  /** Its session can't be read in this life of the app. The ask stays on disk for the next. */
  | { readonly type: 'leftOnDisk' };

export type EventType = AskEvent['type'];

/** What the desk does about a transition. It adds rows to the ledger first, then writes to disk, then does the rest in order. */
export type AskEffect =
  | { readonly do: 'addRow'; readonly row: Omit<Outcome, 'endedAt'> }
  | { readonly do: 'write' }
  | { readonly do: 'remove' }
  /** Writes it together with the others that arrive in this moment, and then reports 'recorded'. */
  | { readonly do: 'writeWithBatch' }
  /** Tells everyone the new list. */
  | { readonly do: 'announce' }
  /** Has a late grant, the rules and the mode decide, if they can. */
  | { readonly do: 'judge' }
  | { readonly do: 'deliver'; readonly deliver: Deliver; readonly decided: Decided }
  /** Answers a request of the run, whose delivery does not end the ask. */
  | { readonly do: 'turnDown'; readonly deliver: Deliver; readonly decided: Decided; readonly as: AskEntry }
  /** Starts a run that asks for the same call again. */
  | { readonly do: 'revive'; readonly decided: Decided }
  /** Sends the answer as a message. An allow also grants the call once. */
  | { readonly do: 'answerLate'; readonly decided: Decided }
  /** Revokes the one-time grant: the call was decided another way, or will be asked again. */
  | { readonly do: 'revokeGrant'; readonly ask: Ask; readonly decision: Decision }
  /** Judges all other pending asks again. */
  | { readonly do: 'reconsiderAll' }
  /** Tells whoever made the decision that it arrived. */
  | { readonly do: 'confirm'; readonly decided: Decided }
  /** Tells whoever made the decision why it did not. */
  | { readonly do: 'reject'; readonly decided: Decided; readonly error: unknown };

export interface Step {
  /** Null if the ask leaves the desk. */
  readonly entry: AskEntry | null;
  readonly effects: readonly AskEffect[];
}

export const stateOf = (entry: AskEntry | null | undefined): StateName => entry?.state.name ?? 'none';

/** The tool or server that asks; null for a call of the CLI. */
export const askerOf = ({ ask }: Pick<AskEntry, 'ask'>) => ask.interaction?.origin.by ?? null;

export const mayHaveRun = ({ ask }: Pick<AskEntry, 'ask'>): boolean => ask.note === 'may-have-run';

/** Whether people have it in their list. */
export const isListed = ({ state }: AskEntry): boolean =>
  state.name === 'pending' || state.name === 'orphaned' || state.name === 'deferred' || (state.name === 'arriving' && state.isListed);

export const isUndecided = ({ state }: AskEntry): boolean => decidedIn(state) === null;

/** Whether no run has it, and the next one should ask for it again. */
export const isOrphan = ({ state }: AskEntry): boolean =>
  // The denial of a deferred ask may not have reached its run. The run for the message then asks again.
  state.name === 'orphaned' || state.name === 'reviving' || state.name === 'answeringLate';

export const decidedIn = (state: AskState): Decided | null => ('decided' in state ? state.decided : null);
export const uncertainIn = (state: AskState): Decided | null => ('uncertain' in state ? state.uncertain : null);
