import { expect, it } from 'vitest';
import type { SessionSummary } from '../../shared/session';
import { tabWords } from './tab';

type Told = Pick<SessionSummary, 'state' | 'waiting' | 'unread' | 'permissions'>;
const quiet: Told = { state: 'idle', waiting: 0, unread: false, permissions: { mode: 'ask', until: null } };

it('a tab says its state first, then what waits, what is new, and how long all is approved', () => {
  expect(tabWords(quiet, null)).toBe('idle');
  expect(tabWords({ ...quiet, state: 'waiting', waiting: 2 }, null)).toBe('waiting for you, 2 waiting');
  expect(tabWords({ ...quiet, state: 'failed', unread: true }, null)).toBe('failed, unread');
  expect(tabWords({ ...quiet, permissions: { mode: 'all', until: 1 } }, 1_798_000)).toBe('idle, approves all for 30 minutes');
  expect(tabWords({ ...quiet, permissions: { mode: 'all', until: 1 } }, 400)).toBe('idle, approves all for 1 minute');
});
