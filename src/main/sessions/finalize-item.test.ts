import { expect, it } from 'vitest';
import type { Note, TranscriptItem } from '../../shared/transcript';
import { finalizeItem } from './finalize-item';

const place = { index: 0, key: 'key', at: 0, truncated: false };
const user = { ...place, kind: 'user' as const, uuid: 'u', text: 'hello', images: [] };
const speech = { ...place, kind: 'thinking', messageId: 'm', parentToolUseId: null, text: 'Hm' } as const;
const call = {
  ...place,
  kind: 'tool',
  toolUseId: 't',
  parentToolUseId: null,
  name: 'Bash',
  input: {},
  progress: null,
  result: null,
} as const;
const note = (what: Note): TranscriptItem => ({ ...place, kind: 'note', note: what });
const retry = { what: 'retry', attempt: 1, max: 2, retryAtMs: 5, status: 529, error: 'overloaded' } as const;
const compaction = { what: 'compaction', trigger: null, tokensBefore: null, tokensAfter: null, text: null } as const;

it('everything in progress is marked as ended', () => {
  const items: TranscriptItem[] = [
    { ...user, state: 'queued' },
    { ...speech, state: 'streaming' },
    { ...call, status: 'running' },
    note({ ...retry, over: false }),
    note({ ...compaction, state: 'running' }),
  ];
  expect(items.map(finalizeItem)).toEqual([
    { ...user, state: 'withdrawn' },
    { ...speech, state: 'cut' },
    { ...call, status: 'interrupted' },
    note({ ...retry, over: true }),
    note({ ...compaction, state: 'failed' }),
  ]);
});

it('what was over is the same', () => {
  const items: TranscriptItem[] = [
    { ...user, state: 'sent' },
    { ...speech, state: 'done' },
    { ...call, status: 'ok' },
    note({ ...compaction, state: 'done' }),
    note({ what: 'cleared' }),
    { ...place, kind: 'discarded' },
  ];
  expect(items.map(finalizeItem)).toEqual(items);
});
