import type { TranscriptItem } from '../src/shared/transcript';

/** One message of a person, for tests of transcripts. */
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
