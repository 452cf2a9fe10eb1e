import type { ApiEvent } from '../../shared/api-events';
import type { Ask } from '../../shared/ask';
import type { AskId, SessionId } from '../../shared/ids';
import type { RecordedDecision } from '../../shared/ledger';
import type { SessionSummary } from '../../shared/session';
import type { InteractionStep, TranscriptItem, UserItem } from '../../shared/transcript';
import { batchEvents } from '../base/batch-events';
import { toApiSession, toPendingRequest } from './api-shapes';
import type { ApiOwners, EndedAsk } from './owners';
import { RecentKeys } from './recent-keys';

type Publish = (event: ApiEvent) => void;
type KnownSessions = ReadonlyMap<SessionId, { readonly json: string; readonly queued: string | null }>;

/** Turns what the owners announce into the events of the API. It compares, because owners announce whole lists. */
export class EventFeed {
  readonly #owners: Pick<ApiOwners, 'desk' | 'sessions'>;
  readonly #publish: Publish;
  readonly #unsubscribe: readonly (() => void)[];
  /** The version of each pending ask that was announced. */
  #asks: ReadonlyMap<AskId, string>;
  #sessions: KnownSessions;
  readonly #ended = new RecentKeys();
  readonly #sent = new RecentKeys();
  readonly #opened = new RecentKeys();
  readonly #answered = new RecentKeys();

  constructor(owners: Pick<ApiOwners, 'desk' | 'sessions' | 'onAskEnd' | 'onTranscript'>, publish: Publish) {
    this.#owners = owners;
    this.#publish = publish;
    const { desk, sessions } = owners;
    this.#asks = new Map(desk.list.map((ask) => [ask.id, versionOf(ask)]));
    this.#sessions = this.#readSessions();
    this.#unsubscribe = [
      desk.onChange((list) => this.#compareAsks(list)),
      // A session announces each change, and many come in one moment.
      batchEvents((listener) => sessions.onChange(() => listener()))(() => this.#compareSessions()),
      owners.onAskEnd((ended) => this.#endAsk(ended)),
      owners.onTranscript(({ id, changes }) => {
        for (const { item, full } of changes) this.#readItem(id, full ?? item);
      }),
    ];
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #compareAsks(list: readonly Ask[]): void {
    const before = this.#asks;
    this.#asks = new Map(list.map((ask) => [ask.id, versionOf(ask)]));
    for (const ask of list) {
      // A form is told by its prompt, which every form has.
      if (ask.kind === 'form' || before.get(ask.id) === versionOf(ask)) continue;
      const name = ask.kind === 'question' ? 'question-requested' : 'approval-requested';
      this.#publish({ name, data: toPendingRequest(ask, this.#owners.desk) });
    }
  }

  #endAsk({ ask, decided, end, endedAt }: EndedAsk): void {
    const at = decided?.at ?? endedAt;
    // Another sign of the same end may come later.
    if (!this.#ended.add(`${ask.id} ${versionOf(ask)} ${at}`)) return;
    const decision: RecordedDecision = end === 'delivered' ? (decided?.decision.answer ?? end) : end;
    const reason = decided?.by ?? (decided?.decision.answer === 'deny' ? (decided.decision.reason ?? null) : null);
    const data = {
      requestId: ask.id,
      toolCallId: ask.toolUseId,
      sessionId: ask.sessionId,
      kind: ask.kind,
      toolName: ask.tool,
      decision,
      surface: decided?.surface ?? ('none' as const),
      reason,
      at,
    };
    if (end === 'withdrawn' || (end === 'not-made' && decided === null)) this.#publish({ name: 'approval-cancelled', data });
    this.#publish({ name: 'approval-resolved', data });
  }

  #readSessions(): KnownSessions {
    return new Map(this.#owners.sessions.list.sessions.map((session) => [session.id, factsOf(session)]));
  }

  #compareSessions(): void {
    const before = this.#sessions;
    this.#sessions = this.#readSessions();
    for (const session of this.#owners.sessions.list.sessions) {
      const { id: sessionId, queued } = session;
      const [old, now] = [before.get(sessionId), this.#sessions.get(sessionId)];
      if (queued && now?.queued !== old?.queued)
        this.#publish({ name: 'message-queued', data: { sessionId, message: queued.text, at: Date.now() } });
      if (now?.json !== old?.json) this.#publish({ name: 'session-changed', data: { sessionId, session: toApiSession(session) } });
    }
    for (const sessionId of before.keys())
      if (!this.#sessions.has(sessionId)) this.#publish({ name: 'session-changed', data: { sessionId, session: null } });
  }

  #readItem(sessionId: SessionId, item: TranscriptItem): void {
    switch (item.kind) {
      case 'user':
        this.#readMessage(sessionId, item);
        break;
      case 'tool':
        for (const step of item.interactions ?? []) this.#readPrompt(sessionId, step);
        break;
      case 'note':
        if (item.note.what === 'interaction') this.#readPrompt(sessionId, item.note.step);
        break;
      default:
        break;
    }
  }

  #readMessage(sessionId: SessionId, { uuid, text, state, at }: UserItem): void {
    if (state === 'sent' && this.#sent.add(`${sessionId} ${uuid}`))
      this.#publish({ name: 'message-sent', data: { sessionId, message: text, at } });
  }

  #readPrompt(sessionId: SessionId, interaction: InteractionStep): void {
    const { interactionId, toolUseId, isOpen, response } = interaction;
    const data = { sessionId, requestId: toolUseId && `${sessionId}/${toolUseId}`, toolCallId: toolUseId, interaction };
    // A tool that was told “later” opens the same prompt again.
    if (isOpen && this.#opened.add(interactionId)) {
      this.#answered.delete(interactionId);
      this.#publish({ name: 'interaction-request', data });
    }
    if (!isOpen && (response !== null || this.#opened.has(interactionId)) && this.#answered.add(interactionId)) {
      this.#opened.delete(interactionId);
      this.#publish({ name: 'interaction-response', data });
    }
  }
}

/** Differs when the same call asks something else: it changed, or a tool asks again. */
const versionOf = ({ fingerprint, interaction }: Ask): string => `${fingerprint} ${interaction?.id ?? ''}`;

const factsOf = (session: SessionSummary) => ({
  json: JSON.stringify(toApiSession(session)),
  queued: session.queued && JSON.stringify(session.queued),
});
