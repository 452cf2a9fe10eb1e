import { expect, it } from 'vitest';
import type { OutgoingMessage } from '../../shared/session';
import { enqueue, offerBack, offerBackOpening, takeNext, takeQueued, type Waiting } from './message-queue';

const message = (text: string): OutgoingMessage => ({ text, images: [] });
const nothing: Waiting = { opening: null, queued: null, offered: null };

it('has one place: the latest wins, and what it replaces is offered back', () => {
  const one = { ...nothing, ...enqueue(nothing, message('one')) };
  expect(one).toEqual({ ...nothing, queued: message('one') });
  expect({ ...one, ...enqueue(one, message('two')) }).toEqual({ ...nothing, queued: message('two'), offered: message('one') });
});

const picture: OutgoingMessage = { text: '', images: [{ mediaType: 'image/png', hash: 'a'.repeat(64) }] };

it('offers back what it replaces with its pictures, also one without words', () => {
  expect(enqueue({ ...nothing, queued: picture }, message('two'))).toEqual({ queued: message('two'), offered: picture });
});

it('offers back after what was offered before', () => {
  expect(offerBack({ ...nothing, offered: message('one') }, message('two'))).toEqual({ offered: message('one\n\ntwo') });
  expect(offerBack({ ...nothing, offered: picture }, { ...picture, text: 'two' })).toEqual({
    offered: { text: 'two', images: [...picture.images, ...picture.images] },
  });
});

it('offers the first message back when there is one', () => {
  expect(offerBackOpening({ ...nothing, opening: message('first') })).toEqual({ opening: null, offered: message('first') });
  expect(offerBackOpening({ ...nothing, queued: message('later') })).toBeNull();
});

it('sends the first message before the queued one', () => {
  const both = { ...nothing, opening: message('first'), queued: message('later') };
  expect(takeNext(both)).toEqual({ message: message('first'), left: { opening: null } });
  expect(takeNext({ ...both, opening: null })).toEqual({ message: message('later'), left: { queued: null } });
  expect(takeNext(nothing)).toBeNull();
});

it('has nothing to take where nothing is queued', () => {
  expect(() => takeQueued({ ...nothing, opening: message('first') })).toThrow(expect.objectContaining({ code: 'not-found' }));
});
