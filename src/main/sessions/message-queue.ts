import { AppError } from '../../shared/errors';
import type { OutgoingMessage } from '../../shared/session';
import type { StoredSession } from './stored-session';

/** What waits to be sent, and the text that was not and is offered back to the person. */
export type Waiting = Pick<StoredSession, 'opening' | 'queued' | 'offered'>;

/** A message with what changes once it is taken from where it waited. */
export interface Taken {
  readonly message: OutgoingMessage;
  readonly left: Partial<Waiting>;
}

/** One slot: the latest wins, and what it held is offered back. */
export function enqueue(waiting: Waiting, message: OutgoingMessage): Partial<Waiting> {
  const replaced = waiting.queued?.text;
  return { queued: message, ...(replaced ? offerBack(waiting, replaced) : {}) };
}

/** After anything that was offered before. */
export const offerBack = ({ offered }: Waiting, text: string): Partial<Waiting> => ({ offered: offered ? `${offered}\n\n${text}` : text });

/** The first message found no run to take it. Nothing changes when there is none. */
export function offerBackOpening(waiting: Waiting): Partial<Waiting> | null {
  return waiting.opening && { opening: null, ...offerBack(waiting, waiting.opening.text) };
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
