import { expect, it } from 'vitest';
import type { Note } from '../../shared/transcript';
import { noteWords } from './note-words';

const said = (note: Note): string => noteWords(note).text;

it('tells a crash by its exit code or its signal, with what it wrote', () => {
  expect(noteWords({ what: 'crash', exitCode: 3, signal: null, stderr: 'boom' })).toEqual({
    text: 'Claude ended unexpectedly with exit code 3.',
    tone: 'failed',
    detail: 'boom',
  });
  expect(noteWords({ what: 'crash', exitCode: null, signal: 'SIGKILL', stderr: ' ' })).toEqual({
    text: 'Claude was ended by SIGKILL.',
    tone: 'failed',
  });
});

it('says what the API answered, or that it did not', () => {
  const retry = { what: 'retry', attempt: 2, max: 10, retryAtMs: 0, error: 'overloaded', over: true } as const;
  expect(said({ ...retry, status: 529 })).toBe('The API answered 529 (overloaded). Tried 2 of 10 times.');
  expect(said({ ...retry, status: null })).toBe('No answer from the API (overloaded). Tried 2 of 10 times.');
});

it('says how much a compaction saved, when that is known', () => {
  const compaction = { what: 'compaction', state: 'done', trigger: null, text: null } as const;
  expect(said({ ...compaction, tokensBefore: 150_000, tokensAfter: 9_000 })).toBe(
    'The conversation was summed up to make room. It was 150,000 tokens and is 9,000 now.',
  );
  expect(said({ ...compaction, tokensBefore: null, tokensAfter: null })).toBe('The conversation was summed up to make room.');
});

it('tells a limit that is reached from one that is near', () => {
  const limit = { what: 'rate-limit', limit: 'five_hour', resetsAtMs: null, utilization: 0.91 } as const;
  expect(said({ ...limit, status: 'rejected' })).toBe('The five hour limit is reached (91% used).');
  expect(said({ ...limit, status: 'allowed_warning' })).toBe('The five hour limit is nearly reached (91% used).');
});

it('uses our words for the modes it knows, and the CLI’s own for others', () => {
  expect(said({ what: 'mode', mode: 'plan', before: 'default' })).toBe('Permission mode is now plan, was ask for each.');
  expect(said({ what: 'mode', mode: 'dontAsk', before: null })).toBe('Permission mode is now dontAsk.');
});

it('tells what the CLI could not save, and why', () => {
  const lost = (code: string, conversation: boolean) => said({ what: 'cli-trouble', trouble: { kind: 'writes-lost', code, conversation } });
  expect(lost('ENOSPC', true)).toBe(
    'The disk is full: Claude Code could not save part of this conversation. If you resume it, Claude may not know what was said last.',
  );
  expect(lost('EDQUOT', false)).toBe('Your disk quota is used up: Claude Code could not save its own settings.');
});

it('tells which model answered in place of one that refused', () => {
  const other = { kind: 'other-model', refused: 'Opus', used: 'Sonnet', reason: null } as const;
  expect(said({ what: 'cli-trouble', trouble: { ...other, lasting: true } })).toBe(
    'Opus refused. Sonnet answered in its place. The model is now Sonnet.',
  );
  expect(said({ what: 'cli-trouble', trouble: { ...other, lasting: false } })).toBe('Opus refused. Sonnet answered in its place.');
});

it('tells a sign-in that failed from one that is needed', () => {
  const signIn = (state: 'running' | 'failed') => noteWords({ what: 'cli-trouble', trouble: { kind: 'sign-in', state, text: 'x' } });
  expect(signIn('running')).toEqual({ text: 'Claude Code needs to sign in.', tone: 'warning', detail: 'x' });
  expect(signIn('failed')).toEqual({ text: 'Claude Code could not sign in.', tone: 'failed', detail: 'x' });
});

it('says whose a message is that no person typed', () => {
  const from = (kind: 'session' | 'channel' | 'task', name: string | null) => said({ what: 'message', sender: { kind, name }, text: 'x' });
  expect(from('session', 'tests')).toBe('Message from another Claude session, “tests”, not from you.');
  expect(from('channel', null)).toBe('Message from a channel, not from you.');
  expect(from('task', null)).toBe('Message from a background task, not from you.');
});
