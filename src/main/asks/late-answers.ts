import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { SessionId } from '../../shared/ids';
import type { Decided } from './ask-record';
import type { DeskDependencies } from './desk-dependencies';
import { fingerprintOf } from './fingerprint';
import { Grants } from './grants';
import { annotate, type Deliver, type OpenAsk, type OpenAsks } from './open-asks';

interface Desk extends Pick<DeskDependencies, 'store' | 'record' | 'answerLate'> {
  readonly open: OpenAsks;
  readonly now: () => number;
  readonly announce: () => void;
}

/**
 * What nobody answered in time and may be answered later: it is denied for now, so that the turn goes on, stays open,
 * and its answer goes out as a message. An allow lets the same call through once, when Claude makes it again.
 */
export class LateAnswers {
  readonly #desk: Desk;
  readonly #grants: Grants;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#grants = new Grants(desk.store);
  }

  async defer(entry: OpenAsk, deliver: Deliver): Promise<void> {
    const { open, now, announce, record } = this.#desk;
    entry.deliver = null;
    annotate(entry, 'late');
    open.move(entry, { status: 'late' });
    const decision: Decision = { answer: 'deny', reason: 'The user is away and will answer later: their answer will come as a message.' };
    const decided: Decided = { status: 'decided', decision, surface: 'timeout', at: now(), scope: 'once', by: null };
    announce();
    await deliver(decided);
    record({ ask: entry.record.ask, decided, end: 'delivered', endedAt: now(), found: false });
  }

  /** What can't be sent stays open, for another answer. */
  async send(entry: OpenAsk, { decision, surface }: Decided): Promise<void> {
    const { open, announce, answerLate } = this.#desk;
    const { ask } = entry.record;
    announce();
    // Before the message, or the call it leads to would be asked about again.
    const grant = decision.answer === 'allow' && ask.kind === 'permission' ? this.#grants.give(granted(ask, decision), surface) : null;
    try {
      await answerLate(ask, decision);
    } catch (error) {
      if (grant) this.#grants.drop(grant);
      if (open.has(entry)) open.move(entry, { status: 'late' });
      announce();
      throw error;
    }
  }

  /** For a call that was allowed too late, which uses that up. */
  decide(ask: Ask): Decided | null {
    const grant = this.#grants.take(ask);
    if (!grant) return null;
    const at = this.#desk.now();
    return { status: 'decided', decision: { answer: 'allow' }, surface: grant.surface, at, scope: 'once', by: 'your later answer' };
  }

  /** What an answer let through is let through in another way, or is to be answered again. */
  revokeGrant(ask: Ask, decision: Decision): void {
    if (decision.answer === 'allow') this.#grants.take(granted(ask, decision));
  }

  forget(sessionId: SessionId): void {
    this.#grants.forget(sessionId);
  }
}

/** The call that a late allow is for: as it was asked, which the transcript may not have to the letter, or as the person changed it. */
function granted(
  { sessionId, tool, fingerprint }: Ask,
  { input }: Extract<Decision, { answer: 'allow' }>,
): Pick<Ask, 'sessionId' | 'fingerprint'> {
  return { sessionId, fingerprint: input === undefined ? fingerprint : fingerprintOf(tool, input) };
}
