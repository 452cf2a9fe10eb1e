import type { TranscriptItem } from '../src/shared/transcript';

/** One thing a person said, for tests of what holds a transcript. */
export const saidItem = (index: number, text = ''): TranscriptItem => ({
  kind: 'user',
  index,
  key: `user:${index}`,
  at: 0,
  truncated: false,
  uuid: `${index}`,
  text,
  images: [],
  state: 'sent',
});
