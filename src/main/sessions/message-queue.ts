import { AppError } from '../../shared/errors';
import type { OfferedMessage, OutgoingMessage } from '../../shared/session';
import type { StoredSession } from './stored-session';

/** What waits to be sent, and what was not and is offered back to the person. */
export type Waiting = Pick<StoredSession, 'opening' | 'queued' | 'offered'>;

/** A message with what changes once it is taken from where it waited. */
export interface Taken {
  readonly message: OutgoingMessage;
  readonly left: Partial<Waiting>;
}

/** Sets the message that a run takes first. One that was there is offered back. */
export function setOpening(waiting: Waiting, message: OutgoingMessage): Partial<Waiting> {
  const { opening } = waiting;
  return { opening: message, ...(opening && opening !== message ? offerBack(waiting, opening) : {}) };
}

/** One slot: the latest wins, and what it held is offered back. */
export function enqueue(waiting: Waiting, message: OutgoingMessage): Partial<Waiting> {
  return { queued: message, ...(waiting.queued ? offerBack(waiting, waiting.queued) : {}) };
}

/** After anything that was offered before. */
export function offerBack({ offered }: Waiting, { text, images }: OfferedMessage): Partial<Waiting> {
  if (!offered) return { offered: { text, images } };
  const texts = [offered.text, text].filter((one) => one !== '');
  return { offered: { text: texts.join('\n\n'), images: [...offered.images, ...images] } };
}

/** The first message found no run to take it. Nothing changes when there is none. */
export function offerBackOpening(waiting: Waiting): Partial<Waiting> | null {
  return waiting.opening && { opening: null, ...offerBack(waiting, waiting.opening) };
}

/** What goes next: the message a run was started for comes before the queued one. */
export function takeNext(waiting: Waiting): Taken | null {
  if (waiting.opening) return { message: waiting.opening, left: { opening: null } };
  return waiting.queued && takeQueued(waiting);
}

export function takeQueued({ queued }: Waiting): Taken {
  if (!queued) throw new AppError('not-found', 'No message is queued.');
  return { message: queued, left: { queued: null } };
}
