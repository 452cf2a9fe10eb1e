import type { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { Tool } from '../../shared/tools';
import type { AskRecord, Decided } from './ask-record';
import {
  type AskEffect,
  type AskEntry,
  type AskEvent,
  type AskState,
  askerOf,
  type Deliver,
  decidedIn,
  type EventType,
  isListed,
  mayHaveRun,
  type StateName,
  type Step,
  stateOf,
  uncertainIn,
} from './ask-state';
import type { IncomingAsk, Outcome } from './desk-dependencies';

/**
 * The life of an ask: for each state, the events that mean something in it and the states they lead to. An event that is not in
 * a state's row is ignored there. docs/architecture.md draws this table, and a test compares the two.
 */
export const transitions: Readonly<Record<StateName, Readonly<Partial<Record<EventType, readonly StateName[]>>>>> = {
  none: {
    restored: ['orphaned', 'deferred'],
    asked: ['arriving'],
    askedByEndedRun: ['orphaned'],
  },
  arriving: {
    recorded: ['pending'],
    decided: ['decidedOnArrival'],
    reconsidered: ['arriving'],
    limitLifted: ['arriving'],
    runEnded: ['orphaned'],
    resultSeen: ['none'],
    withdrawn: ['none'],
    sessionClosed: ['none'],
  },
  decidedOnArrival: {
    recorded: ['sending'],
    runEnded: ['orphaned'],
    withdrawn: ['none'],
    sessionClosed: ['none'],
  },
  pending: {
    decided: ['sending'],
    postponed: ['deferred'],
    timedOut: ['pending', 'sending', 'deferred'],
    reconsidered: ['pending'],
    limitLifted: ['pending'],
    asked: ['arriving'],
    runEnded: ['orphaned'],
    resultSeen: ['none'],
    withdrawn: ['none'],
    sessionClosed: ['none'],
  },
  sending: {
    postponed: ['deferred'],
    delivered: ['sent'],
    deliveryFailed: ['pending', 'orphaned'],
    asked: ['arriving'],
    runEnded: ['orphaned'],
    withdrawn: ['none'],
    sessionClosed: ['none'],
  },
  sent: {
    postponed: ['deferred'],
    asked: ['arriving'],
    runEnded: ['orphaned'],
    resultSeen: ['none'],
    turnEnded: ['none'],
    sessionClosed: ['none'],
  },
  orphaned: {
    decided: ['reviving'],
    reconsidered: ['orphaned'],
    foundAllowed: ['orphaned'],
    asked: ['arriving'],
    resultSeen: ['none'],
    withdrawn: ['none'],
    sessionClosed: ['none'],
    leftOnDisk: ['none'],
  },
  reviving: {
    asked: ['decidedOnArrival', 'arriving'],
    revived: ['none', 'orphaned'],
    revivalFailed: ['orphaned'],
    resultSeen: ['none'],
    sessionClosed: ['none'],
  },
  deferred: {
    repromptedLate: ['deferred'],
    decided: ['answeringLate'],
    asked: ['arriving'],
    sessionClosed: ['none'],
    leftOnDisk: ['none'],
  },
  answeringLate: {
    repromptedLate: ['deferred'],
    asked: ['decidedOnArrival', 'arriving'],
    lateSent: ['none'],
    lateFailed: ['deferred'],
    sessionClosed: ['none'],
  },
};

/** The only place where an ask changes its state. */
export function next(entry: AskEntry | null, event: AskEvent): Step {
  if (!isCurrent(entry, event)) return afterStale(entry, event);
  const from = stateOf(entry);
  const allowed = transitions[from][event.type];
  if (!allowed) return stay(entry);
  const step = react(entry, event);
  const to = stateOf(step.entry);
  if (!allowed.includes(to)) throw new Error(`The table has no way from ${from} to ${to} on ${event.type}.`);
  return step;
}

const stay = (entry: AskEntry | null, ...effects: AskEffect[]): Step => ({ entry, effects });

/** Whether an event is about the request or the decision that the ask is concerned with now. */
function isCurrent(entry: AskEntry | null, event: AskEvent): boolean {
  const state = entry?.state ?? null;
  switch (event.type) {
    case 'runEnded':
    case 'withdrawn':
      return event.deliver === null || (state !== null && 'deliver' in state && state.deliver === event.deliver);
    case 'delivered':
    case 'deliveryFailed':
      return state?.name === 'sending' && state.deliver === event.deliver;
    case 'revived':
    case 'revivalFailed':
      return state?.name === 'reviving' && state.decided === event.decided;
    case 'postponed':
      return entry?.ask.interaction?.id === event.prompt;
    case 'lateSent':
    case 'lateFailed':
      return state?.name === 'answeringLate' && state.decided === event.decided;
    default:
      return true;
  }
}

/** The ask has moved on. Its state stays, and whoever waits for the decision still gets an end. */
function afterStale(entry: AskEntry | null, event: AskEvent): Step {
  switch (event.type) {
    case 'delivered': {
      const { decided, as } = event;
      const effects: AskEffect[] = [addRow(as, 'delivered', decided, { found: true }), confirm(decided), announce];
      // The ledger has it now.
      if (!entry || !('uncertain' in entry.state) || entry.state.uncertain !== decided) return stay(entry, ...effects);
      return to(entry, { ...entry.state, uncertain: null }, write, ...effects);
    }
    case 'lateSent': {
      const { decided, as } = event;
      // A run asked for the call again and is given this decision. That delivery adds the row.
      return isCarrying(entry, decided) ? stay(entry) : stay(entry, addRow(as, 'delivered', decided, { found: true }), confirm(decided));
    }
    case 'deliveryFailed': {
      const { deliver, decided, as, isUnsent, error } = event;
      // The run that asked still waits, and the ask is another request's now.
      const turnDown: AskEffect = { do: 'turnDown', deliver, decided: deniedForAnotherCall(decided.at), as };
      return stay(entry, reject(decided, error), ...(isUnsent ? [turnDown] : []));
    }
    case 'revivalFailed':
    case 'lateFailed':
      return isCarrying(entry, event.decided) ? stay(entry) : stay(entry, reject(event.decided, event.error));
    default:
      return stay(entry);
  }
}

const isCarrying = (entry: AskEntry | null, decided: Decided): boolean =>
  entry !== null && (decidedIn(entry.state) === decided || uncertainIn(entry.state) === decided);

function react(entry: AskEntry | null, event: AskEvent): Step {
  if (event.type === 'restored') return restore(event.record);
  if (event.type === 'asked') return takeAsk(entry, event);
  if (event.type === 'askedByEndedRun') return takeLostAsk(event.incoming, event.wasAllowed);
  if (entry === null) return stay(entry);
  const { state } = entry;
  switch (event.type) {
    case 'recorded':
      return record(entry);
    case 'decided':
      return decide(entry, event.decided);
    case 'timedOut':
      return timeOut(entry, event.denial, event.isForNow);
    case 'postponed':
      return to(withNote(withoutTime(entry), 'late'), { name: 'deferred' }, write, announce);
    case 'repromptedLate':
      return repromptLate(entry, event.incoming);
    case 'limitLifted':
      return liftLimit(entry);
    case 'reconsidered':
      return stay(entry, ...(isForPerson(entry.ask) ? [] : [judge]));
    case 'foundAllowed':
      return mayHaveRun(entry) ? stay(entry) : to(withNote(entry, 'may-have-run'), state, write, announce);
    case 'resultSeen':
      return seeResult(entry);
    case 'turnEnded':
      return leave(remove);
    case 'runEnded':
      return endRun(entry);
    case 'withdrawn':
      return withdraw(entry);
    case 'delivered':
      return state.name === 'sending'
        ? to(entry, { ...state, name: 'sent' }, addRow(entry, 'delivered', event.decided), announce, confirm(event.decided))
        : stay(entry);
    case 'deliveryFailed':
      return failDelivery(entry, event);
    case 'revived':
      return event.isAsked
        ? to(entry, { name: 'orphaned', uncertain: null }, write, announce, reject(event.decided, unsent()))
        : leave(addRow(entry, 'not-made', event.decided), remove, announce, confirm(event.decided));
    case 'revivalFailed':
      return to(entry, { name: 'orphaned', uncertain: null }, write, announce, reject(event.decided, event.error));
    case 'lateSent':
      return leave(addRow(entry, 'delivered', event.decided), remove, announce, reconsiderAll, confirm(event.decided));
    case 'lateFailed':
      return to(entry, { name: 'deferred' }, write, announce, reject(event.decided, event.error));
    case 'sessionClosed':
      return closeSession(entry);
    case 'leftOnDisk':
      return leave(announce);
    default:
      return assertNever(event);
  }
}

/** No run has what an earlier life of the app left, and a decision on disk may have been sent. */
function restore({ ask, input, folder, state, unsure: earlier }: AskRecord): Step {
  const decided = state.status === 'decided' ? state : null;
  const entry = { input, folder, suggestions: [] };
  if (ask.note === 'late') {
    // The message may not have been sent, so the next answer counts, also a no.
    const revoked = decided ? [revokeGrant(ask, decided.decision)] : [];
    return { entry: { ...entry, ask: { ...ask, expiresAt: null }, state: { name: 'deferred' } }, effects: [write, ...revoked] };
  }
  const uncertain = decided ?? earlier ?? null;
  const note = uncertain ? 'may-have-run' : (ask.note ?? 'app-restarted');
  return { entry: { ...entry, ask: { ...ask, note, expiresAt: null }, state: { name: 'orphaned', uncertain } }, effects: [write] };
}

/** A run asks, for a new call or once more for one that is on the desk. Who asked first, and when, stays true. */
function takeAsk(entry: AskEntry | null, { incoming, deliver, wasAllowed, expiresAt, at }: Extract<AskEvent, { type: 'asked' }>): Step {
  const state = entry?.state ?? null;
  const isLate = state?.name === 'deferred' || state?.name === 'answeringLate';
  const note = incoming.ask.interaction
    ? noteOfPrompt(entry)
    : wasAllowed || state?.name === 'sent'
      ? 'may-have-run'
      : entry && !isLate
        ? entry.ask.note
        : null;
  const first = entry?.ask ?? incoming.ask;
  const agentName = incoming.ask.agentName ?? first.agentName;
  const ask = { ...incoming.ask, note, expiresAt, askedAt: first.askedAt, agentName };
  const now = { ...incoming, ask };

  const effects: AskEffect[] = [];
  // Two calls under one id: from now on only the newer can be told apart, and the run waits for both.
  if (entry && state?.name === 'pending')
    effects.push({ do: 'turnDown', deliver: state.deliver, decided: deniedForAnotherCall(at), as: entry });
  if (entry && (state?.name === 'reviving' || state?.name === 'answeringLate')) {
    const { decided } = state;
    if (!isAutomatic(decided) && appliesTo(decided.decision, entry.ask, ask)) {
      // A late allow takes effect here, and must not a second time.
      if (state.name === 'answeringLate') effects.push(revokeGrant(entry.ask, decided.decision));
      return to({ ...now }, { name: 'decidedOnArrival', deliver, decided }, ...effects, writeWithBatch);
    }
    // A rule or a mode that decided then may be gone by now, so it judges again.
    if (state.name === 'reviving') effects.push(reject(decided, changed()));
  }
  const arriving: AskState = {
    name: 'arriving',
    deliver,
    isListed: entry !== null && isListed(entry),
    uncertain: state && uncertainIn(state),
  };
  return to(now, arriving, ...effects, ...(isForPerson(ask) ? [] : [judge]), writeWithBatch);
}

/** A tool may ask several times within one call. Only the first prompt of a call that is made again has a past. */
const noteOfPrompt = (entry: AskEntry | null): Ask['note'] =>
  entry?.state.name === 'orphaned' || entry?.state.name === 'reviving' ? entry.ask.note : null;

function repromptLate(entry: AskEntry, incoming: IncomingAsk): Step {
  const ask: Ask = { ...incoming.ask, note: 'late', expiresAt: null, askedAt: entry.ask.askedAt };
  return to({ ...incoming, ask }, { name: 'deferred' }, write, announce);
}

function takeLostAsk(incoming: IncomingAsk, wasAllowed: boolean): Step {
  const ask: Ask = { ...incoming.ask, note: wasAllowed ? 'may-have-run' : 'run-ended' };
  return to({ ...incoming, ask }, { name: 'orphaned', uncertain: null }, write, announce);
}

function record(entry: AskEntry): Step {
  const { state } = entry;
  if (state.name === 'arriving') return to(entry, { name: 'pending', deliver: state.deliver, uncertain: state.uncertain }, write, announce);
  if (state.name === 'decidedOnArrival') return send(entry, state.deliver, state.decided);
  return stay(entry);
}

function decide(entry: AskEntry, decided: Decided): Step {
  const { ask, state } = entry;
  // The newest answer to this very call counts, also where an earlier one was to let it through.
  const revoked = decided.decision.answer === 'deny' ? [revokeGrant(ask, { answer: 'allow' })] : [];
  switch (state.name) {
    case 'arriving':
      return to(
        entry,
        { name: 'decidedOnArrival', deliver: state.deliver, decided },
        ...giveUp(entry),
        ...revoked,
        ...(state.isListed ? [announce] : []),
      );
    case 'pending':
      return send(entry, state.deliver, decided, ...giveUp(entry), ...revoked);
    case 'orphaned':
      return to(entry, { name: 'reviving', decided }, ...giveUp(entry), write, ...revoked, announce, { do: 'revive', decided });
    case 'deferred':
      return to(entry, { name: 'answeringLate', decided }, write, announce, { do: 'answerLate', decided });
    default:
      return stay(entry);
  }
}

function timeOut(entry: AskEntry, denial: Decided | null, isForNow: boolean): Step {
  const { state } = entry;
  if (state.name !== 'pending') return stay(entry);
  const untimed = withoutTime(entry);
  if (denial && !isForNow) return send(untimed, state.deliver, denial, ...giveUp(entry));
  if (denial && canBeDeferred(entry)) {
    const deferred = withNote(untimed, 'late');
    return to(deferred, { name: 'deferred' }, write, announce, { do: 'turnDown', deliver: state.deliver, decided: denial, as: deferred });
  }
  return to(withNote(untimed, 'overdue'), state, write, announce, ...(denial ? [confirm(denial)] : []));
}

/**
 * A deferred ask could not say that it may have run, and a later allow might make the call twice. Messages of other sessions would be
 * dropped, and no later answer could bring them back. A tool or an MCP server decides by itself whether it takes a late answer.
 */
const canBeDeferred = (entry: AskEntry): boolean => !mayHaveRun(entry) && entry.ask.tool !== Tool.ReceiveMessage && askerOf(entry) === null;

function liftLimit(entry: AskEntry): Step {
  if (entry.ask.expiresAt === null) return stay(entry);
  return to(withoutTime(entry), entry.state, ...(entry.state.name === 'pending' ? [write, announce] : []));
}

/** The call has its result, so the answer arrived: when it was given, or before the run ended. */
function seeResult(entry: AskEntry): Step {
  const { state } = entry;
  switch (state.name) {
    case 'sent':
      return leave(remove);
    case 'orphaned':
      return leave(addRow(entry, 'delivered', state.uncertain, { found: true }), remove, announce);
    case 'reviving':
      // Closing a prompt without an answer comes true whatever the result is.
      if (state.decided.decision.answer === 'cancel')
        return leave(addRow(entry, 'delivered', state.decided), remove, announce, confirm(state.decided));
      // The new decision had no effect.
      return leave(addRow(entry, 'delivered', null, { found: true }), remove, announce, reject(state.decided, alreadyArrived()));
    default:
      // The CLI went on without an answer, and did not say so.
      return withdraw(entry);
  }
}

function endRun(entry: AskEntry): Step {
  const { state } = entry;
  const orphan = (note: Ask['note'], uncertain: Decided | null, ...effects: AskEffect[]): Step =>
    to(withNote(withoutTime(entry), note), { name: 'orphaned', uncertain }, write, announce, ...effects);
  switch (state.name) {
    case 'arriving':
    case 'pending':
      return orphan('run-ended', state.uncertain);
    case 'decidedOnArrival':
      // Nothing is sent before it is on disk.
      return orphan('run-ended', null, reject(state.decided, unsent()));
    case 'sending':
      return orphan('may-have-run', state.decided);
    case 'sent':
      // The ledger has the decision already.
      return orphan('may-have-run', null);
    default:
      return stay(entry);
  }
}

function withdraw(entry: AskEntry): Step {
  const { state } = entry;
  switch (state.name) {
    case 'sending':
      return leave(addRow(entry, 'withdrawn', state.decided), remove, announce);
    case 'decidedOnArrival':
      return leave(addRow(entry, 'withdrawn', null), remove, announce, reject(state.decided, gone()));
    default:
      return leave(...giveUp(entry), addRow(entry, 'withdrawn', null), remove, announce);
  }
}

function failDelivery(entry: AskEntry, { deliver, decided, isUnsent, error }: Extract<AskEvent, { type: 'deliveryFailed' }>): Step {
  return isUnsent
    ? to(entry, { name: 'pending', deliver, uncertain: null }, write, announce, reject(decided, error))
    : to(withNote(withoutTime(entry), 'may-have-run'), { name: 'orphaned', uncertain: decided }, write, announce, reject(decided, error));
}

/** Nobody will answer it any more, and no run will ask. */
function closeSession(entry: AskEntry): Step {
  const { state } = entry;
  switch (state.name) {
    case 'sent':
      return leave(remove, announce);
    case 'sending':
      return leave(addRow(entry, 'may-have-run', state.decided), remove, announce);
    case 'decidedOnArrival':
    case 'reviving':
    case 'answeringLate':
      return leave(addRow(entry, 'not-made', state.decided), remove, announce, reject(state.decided, gone()));
    default: {
      const given = giveUp(entry);
      const rows = given.length > 0 ? given : [addRow(entry, mayHaveRun(entry) ? 'may-have-run' : 'not-made', null)];
      return leave(...rows, remove, announce);
    }
  }
}

const to = (entry: Omit<AskEntry, 'state'>, state: AskState, ...effects: readonly AskEffect[]): Step => ({
  entry: { ...entry, state },
  effects,
});
const leave = (...effects: readonly AskEffect[]): Step => ({ entry: null, effects });
const send = (entry: AskEntry, deliver: Deliver, decided: Decided, ...effects: readonly AskEffect[]): Step =>
  to(entry, { name: 'sending', deliver, decided }, ...effects, write, { do: 'deliver', deliver, decided });

const write: AskEffect = { do: 'write' };
const remove: AskEffect = { do: 'remove' };
const writeWithBatch: AskEffect = { do: 'writeWithBatch' };
const announce: AskEffect = { do: 'announce' };
const judge: AskEffect = { do: 'judge' };
const reconsiderAll: AskEffect = { do: 'reconsiderAll' };
const confirm = (decided: Decided): AskEffect => ({ do: 'confirm', decided });
const reject = (decided: Decided, error: unknown): AskEffect => ({ do: 'reject', decided, error });
const revokeGrant = (ask: Ask, decision: Decision): AskEffect => ({ do: 'revokeGrant', ask, decision });
const addRow = (
  { ask, folder }: Pick<AskEntry, 'ask' | 'folder'>,
  end: Outcome['end'],
  decided: Decided | null,
  { found = false } = {},
): AskEffect => ({ do: 'addRow', row: { ask, folder, decided, end, found } });

/** Nobody will learn whether the uncertain decision arrived: another replaces it, or the ask ends. The ledger gets it all the same. */
function giveUp(entry: AskEntry): AskEffect[] {
  const uncertain = uncertainIn(entry.state);
  return uncertain ? [addRow(entry, 'may-have-run', uncertain, { found: true })] : [];
}

const withoutTime = (entry: AskEntry): AskEntry => ({ ...entry, ask: { ...entry.ask, expiresAt: null } });
/** After "may have run" nothing but a person may allow the call, whatever else happens to the ask. */
const withNote = (entry: AskEntry, note: Ask['note']): AskEntry => (mayHaveRun(entry) ? entry : { ...entry, ask: { ...entry.ask, note } });

/** Neither rules nor a mode answer what a tool asks: its code decides when a person is needed. */
const isForPerson = (ask: Ask): boolean => ask.kind !== 'permission' || ask.interaction !== null || mayHaveRun({ ask });
const isAutomatic = ({ surface }: Decided): boolean => surface === 'rule' || surface === 'mode';

/** Whoever allows a call allows what they saw. Asked again it may be another, because a hook can change it. */
const appliesTo = (decision: Decision, seen: Ask, asked: Ask): boolean =>
  (asked.interaction !== null && decision.answer === 'cancel') ||
  (asked.interaction === null && (decision.answer !== 'allow' || decision.input !== undefined)) ||
  seen.fingerprint === asked.fingerprint;

const deniedForAnotherCall = (at: number): Decided => ({
  status: 'decided',
  decision: { answer: 'deny', reason: 'Another call was made under the same id. Make this one again if it is still needed.' },
  surface: 'rule',
  at,
  scope: 'once',
  by: 'another call under the same id',
});

const changed = () => new AppError('needs-look', 'The call came back changed. Your answer was not sent: look at it again.');
const alreadyArrived = () => new AppError('already-answered', 'An earlier answer had arrived: this call has its result.');
const unsent = () => new AppError('run-gone', 'Claude ended before it took your answer. It was not sent.');
const gone = () => new AppError('ask-gone', 'This request is no longer waiting for an answer.');

/** How an ask is stored. */
export function toRecord({ ask, input, folder, state }: AskEntry): AskRecord {
  const uncertain = uncertainIn(state);
  const stored = { ask, input, folder, ...(uncertain ? { unsure: uncertain } : {}) };
  const decided = decidedIn(state);
  if (decided) return { ...stored, state: decided };
  return { ...stored, state: { status: state.name === 'orphaned' ? 'orphaned' : state.name === 'deferred' ? 'late' : 'waiting' } };
}
