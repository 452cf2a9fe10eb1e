import { AppError } from '../../shared/errors';
import type { OfferedMessage, OutgoingMessage } from '../../shared/session';
import type { StoredSession } from './stored-session';

/** The messages that wait to be sent, and the one that was not sent and is offered back to the person. */
export type Waiting = Pick<StoredSession, 'opening' | 'queued' | 'offered'>;

/** A message, and the change that removes it from its slot. */
export interface Taken {
  readonly message: OutgoingMessage;
  readonly left: Partial<Waiting>;
}

/** Sets the message that a run takes first. One that was there is offered back. */
export function setOpening(waiting: Waiting, message: OutgoingMessage): Partial<Waiting> {
  const { opening } = waiting;
  return { opening: message, ...(opening && opening !== message ? offerBack(waiting, opening) : {}) };
}

/** Queues a message. There is one slot: a message that was in it is offered back. */
export function enqueue(waiting: Waiting, message: OutgoingMessage): Partial<Waiting> {
  return { queued: message, ...(waiting.queued ? offerBack(waiting, waiting.queued) : {}) };
}

/** Offers a message back, after any that is offered already. */
export function offerBack({ offered }: Waiting, { text, images }: OfferedMessage): Partial<Waiting> {
  if (!offered) return { offered: { text, images } };
  const texts = [offered.text, text].filter((one) => one !== '');
  return { offered: { text: texts.join('\n\n'), images: [...offered.images, ...images] } };
}

/** Offers the opening message back; null if there is none. */
export function offerBackOpening(waiting: Waiting): Partial<Waiting> | null {
  return waiting.opening && { opening: null, ...offerBack(waiting, waiting.opening) };
}

/** The next message to send: the one that a run was started for, then the queued one. */
export function takeNext(waiting: Waiting): Taken | null {
  if (waiting.opening) return { message: waiting.opening, left: { opening: null } };
  return waiting.queued && takeQueued(waiting);
}

export function takeQueued({ queued }: Waiting): Taken {
  if (!queued) throw new AppError('not-found', 'No message is queued.');
  return { message: queued, left: { queued: null } };
}
