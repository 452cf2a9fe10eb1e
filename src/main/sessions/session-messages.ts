import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/errors';
import type { OfferedMessage, OutgoingMessage } from '../../shared/session';
import type { ProtocolPeer } from '../claude/peer';
import { offerBack, offerBackOpening, takeNext, takeQueued } from './message-queue';
import type { RunLife } from './run-life';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

type Composed = Pick<Parameters<ProtocolPeer['sendUserMessage']>[1], 'clientComposed' | 'shouldQuery'>;

/** What a session's run is told: a person's messages, which are offered back where no run takes them, and words of ours. */
export class SessionMessages {
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #life: RunLife;
  readonly #deps: Pick<SessionDependencies, 'changed'>;

  constructor(deps: Pick<SessionDependencies, 'changed'>, record: SessionRecord, transcript: SessionTranscript, life: RunLife) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#life = life;
  }

  /** A person's message. `left` is what stays where it waited until now. */
  deliver(message: OutgoingMessage, left: Partial<StoredSession> | null = null): void {
    this.#hand(message, left).catch(() => this.#record.update(offerBack(this.#record.value, message)));
  }

  /** The message that is next in turn, if any is. */
  deliverNext(): void {
    const next = takeNext(this.#record.value);
    if (next) this.deliver(next.message, next.left);
  }

  /** Words of ours, in which nothing is meant to be looked up. Rejects when the run is gone before it took them. */
  say(text: string, how: Composed = {}): Promise<void> {
    return this.#hand({ text, images: [] }, null, { ...how, clientComposed: true });
  }

  discardQueued(): OutgoingMessage {
    const { message, left } = takeQueued(this.#record.value);
    this.#record.update(left);
    return message;
  }

  /** The message that a run was started for, and did not reach it. */
  offerBackOpening(): void {
    const change = offerBackOpening(this.#record.value);
    if (change) this.#record.update(change);
  }

  takeOffered(): OfferedMessage {
    const { offered } = this.#record.value;
    if (!offered) throw new AppError('not-found', 'No message is offered back.');
    this.#record.update({ offered: null });
    return offered;
  }

  /** Rejects when the run is gone before it took the message: then nobody heard it. */
  async #hand(message: OutgoingMessage, left: Partial<StoredSession> | null, how: Composed = {}): Promise<void> {
    const { live } = this.#life;
    if (!live) throw new AppError('run-gone', 'Claude ended before this could be said.');
    const uuid = randomUUID();
    // Busy before anything is said, or it would look idle for a moment.
    live.assume({ busy: true });
    if (left) this.#record.update(left);
    const images = message.images.map(({ mediaType, data }) => ({ mediaType, data }));
    this.#transcript.write((builder) => builder.say({ uuid, text: message.text, images, state: 'queued' }));
    this.#deps.changed();
    try {
      await live.run.peer.sendUserMessage(message, { uuid, ...how });
    } catch (error) {
      this.#transcript.write((builder) => builder.settle(uuid, 'withdrawn'));
      throw error;
    }
    this.#transcript.write((builder) => builder.settle(uuid, 'sent'));
  }
}
