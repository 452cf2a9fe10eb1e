import { expect, it } from 'vitest';
import { InteractionId } from '../../shared/interaction';
import type { InteractionStep, Note, TranscriptItem } from '../../shared/transcript';
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

it('a prompt of an MCP server ended with its run; one of our own tools may still be answered', () => {
  const step = (origin: InteractionStep['origin'], isOpen: boolean): InteractionStep => ({
    interactionId: InteractionId.parse('i'),
    step: 0,
    at: 0,
    turn: null,
    messageId: null,
    toolUseId: 't',
    kind: 'input',
    origin,
    prompt: 'Your name?',
    error: null,
    presentation: 'tool',
    approvalScopes: [],
    form: null,
    completedView: { showInputs: true },
    response: null,
    isOpen,
  });
  const server = { by: 'server', server: 'things' } as const;
  const tool = { by: 'tool', tool: 'ask_user', title: 'Ask', builtIn: true } as const;
  const items: TranscriptItem[] = [
    { ...call, status: 'ok', interactions: [step(server, true), step(tool, true)] },
    note({ what: 'interaction', step: step(server, true) }),
  ];
  expect(items.map(finalizeItem)).toEqual([
    { ...call, status: 'ok', interactions: [step(server, false), step(tool, true)] },
    note({ what: 'interaction', step: step(server, false) }),
  ]);
});
