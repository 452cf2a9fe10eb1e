import { randomUUID } from 'node:crypto';
import { AppError, messageOf } from '../../shared/errors';
import type { MessageImage, OfferedMessage, OutgoingMessage } from '../../shared/session';
import type { ProtocolPeer } from '../claude/peer';
import { offerBack, offerBackOpening, setOpening, takeNext, takeQueued } from './message-queue';
import type { RunLife } from './run-life';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';

type Composed = Pick<Parameters<ProtocolPeer['sendUserMessage']>[1], 'clientComposed' | 'shouldQuery'>;

/** A picture as the CLI takes it. */
interface Base64Image {
  readonly mediaType: MessageImage['mediaType'];
  readonly data: string;
}

/** Sends messages to a session's run: a person's, which are offered back if no run takes them, and our own. */
export class SessionMessages {
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #life: RunLife;
  readonly #deps: Pick<SessionDependencies, 'changed' | 'pictures'>;
  readonly #flushQueue: () => void;
  #isReadingPictures = false;

  /** `flushQueue` sends the next message if the run is free for it. */
  constructor(
    deps: Pick<SessionDependencies, 'changed' | 'pictures'>,
    record: SessionRecord,
    transcript: SessionTranscript,
    life: RunLife,
    flushQueue: () => void,
  ) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#life = life;
    this.#flushQueue = flushQueue;
  }

  /** The pictures of the opening message are being read. It goes to the run next. */
  get isReadingPictures(): boolean {
    return this.#isReadingPictures;
  }

  /** Sends a person's message. `left` is the change that takes it from where it waited until now. */
  deliver(message: OutgoingMessage, left: Partial<StoredSession> | null = null): void {
    if (message.images.length > 0) void this.#deliverWithPictures(message, left);
    else this.#sendOrOfferBack(message, [], left);
  }

  /** Sends the opening or the queued message, if there is one. */
  deliverNext(): void {
    const next = takeNext(this.#record.value);
    if (next) this.deliver(next.message, next.left);
  }

  /** Sends a message that the app wrote: `@` and `/` in it must not be expanded. Rejects if the run ends before it takes the message. */
  say(text: string, how: Composed = {}): Promise<void> {
    return this.#send({ text, images: [] }, [], null, { ...how, clientComposed: true });
  }

  discardQueued(): OutgoingMessage {
    const { message, left } = takeQueued(this.#record.value);
    this.#record.update(left);
    return message;
  }

  /** Offers the message back that a run was to be started for. */
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

  /** While its pictures are read, the message is in the slot that the next start offers back, so that a crash does not lose it. */
  async #deliverWithPictures(message: OutgoingMessage, left: Partial<StoredSession> | null): Promise<void> {
    // It stays in its slot, and the queue is flushed again afterwards.
    if (this.#isReadingPictures) return;
    const record = this.#record;
    this.#isReadingPictures = true;
    record.update({ ...left, ...setOpening(record.value, message) });
    const images = await this.#readPictures(message).catch((error: unknown) => {
      this.#transcript.note({ what: 'info', text: `Your message was not sent. ${messageOf(error)}` });
      return null;
    });
    this.#isReadingPictures = false;
    // Otherwise the run was stopped or failed, and the message was offered back.
    if (record.value.opening === message) {
      if (images && this.#life.live) this.#sendOrOfferBack(message, images, { opening: null });
      else record.update({ opening: null, ...offerBack(record.value, message) });
    }
    this.#flushQueue();
  }

  async #readPictures({ images }: OutgoingMessage): Promise<Base64Image[]> {
    const read: Base64Image[] = [];
    // One after the other, because each takes several times its size in memory.
    for (const image of images) read.push({ mediaType: image.mediaType, data: await this.#deps.pictures.toBase64(image) });
    return read;
  }

  #sendOrOfferBack(message: OutgoingMessage, images: readonly Base64Image[], left: Partial<StoredSession> | null): void {
    this.#send(message, images, left).catch(() => this.#record.update(offerBack(this.#record.value, message)));
  }

  /** Rejects if the run ended before it took the message. */
  async #send(
    { text }: OutgoingMessage,
    images: readonly Base64Image[],
    left: Partial<StoredSession> | null,
    how: Composed = {},
  ): Promise<void> {
    const { live } = this.#life;
    if (!live) throw new AppError('run-gone', 'Claude ended before this could be said.');
    const uuid = randomUUID();
    // Busy before the first change is announced, or the session would look idle for a moment.
    live.assume({ busy: true });
    if (left) this.#record.update(left);
    this.#transcript.write((builder) => builder.addUserMessage({ uuid, text, images, state: 'queued' }));
    this.#deps.changed();
    try {
      await live.run.peer.sendUserMessage({ text, images }, { uuid, ...how });
    } catch (error) {
      this.#transcript.write((builder) => builder.settleUserMessage(uuid, 'withdrawn'));
      throw error;
    }
    this.#transcript.write((builder) => builder.settleUserMessage(uuid, 'sent'));
  }
}
