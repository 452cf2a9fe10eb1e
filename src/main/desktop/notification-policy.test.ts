import { expect, it } from 'vitest';
import { anApprovalAsk } from '../../../test/a-form-ask';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { SessionId } from '../../shared/ids';
import { defaultSettings } from '../../shared/settings';
import { asksToNotify, expiringAsksToNotify, type NotificationContext, sessionsToNotify } from './notification-policy';

const session = SessionId.parse('session');
const away: NotificationContext = { settings: defaultSettings, inView: { session: null, ask: null, inbox: false } };
const asks = ['a', 'b', 'c', 'd', 'e'].map((name) => anAsk(name));
const none = { single: [], grouped: [] };
const noneOpen = { single: 0, grouped: 0 };

it('notifies of each new ask once', () => {
  expect(asksToNotify(asks.slice(0, 1), asks.slice(0, 2), noneOpen, away)).toEqual({ single: asks.slice(1, 2), grouped: [] });
  expect(asksToNotify(asks, asks, noneOpen, away)).toEqual(none);
  expect(asksToNotify(asks, [], noneOpen, away)).toEqual(none);
});

it('skips asks that are in view', () => {
  const other = anAsk('other', { sessionId: SessionId.parse('other') });
  expect(asksToNotify([], [...asks.slice(0, 2), other], noneOpen, { ...away, inView: { session, ask: null, inbox: false } })).toEqual({
    single: [other],
    grouped: [],
  });
  const inDialog = { session, ask: other.id, inbox: false };
  expect(asksToNotify([], [other], noneOpen, { ...away, inView: inDialog })).toEqual(none);
  const inInbox = { session: null, ask: null, inbox: true };
  expect(asksToNotify([], [other], noneOpen, { ...away, inView: inInbox })).toEqual(none);
});

it('does not notify when notifications are off', () => {
  const { notifications } = defaultSettings;
  expect(asksToNotify([], asks, noneOpen, { ...away, settings: { notifications, doNotDisturb: true } })).toEqual(none);
  const off = { notifications: { ...notifications, asks: false }, doNotDisturb: false };
  expect(asksToNotify([], asks, noneOpen, { ...away, settings: off })).toEqual(none);
});

it('groups a burst, and asks that arrive when enough notifications are open', () => {
  expect(asksToNotify([], asks.slice(0, 3), noneOpen, away)).toEqual({ single: asks.slice(0, 3), grouped: [] });
  expect(asksToNotify([], asks, noneOpen, away)).toEqual({ single: [], grouped: asks });
  expect(asksToNotify(asks.slice(0, 3), asks.slice(0, 4), { single: 3, grouped: 0 }, away)).toEqual({
    single: [],
    grouped: asks.slice(3, 4),
  });
  expect(asksToNotify(asks.slice(0, 4), asks, { single: 0, grouped: 4 }, away)).toEqual({ single: [], grouped: asks.slice(4) });
});

it.each([
  ['working', 'idle', ['finished']],
  ['waiting', 'idle', ['finished']],
  ['starting', 'idle', []],
  ['working', 'waiting', []],
  ['working', 'failed', ['failed']],
  ['starting', 'failed', ['failed']],
  ['failed', 'failed', []],
  ['working', 'stopped', []],
] as const)('notifies of a session that goes from %s to %s with %j', (before, after, ends) => {
  const wanted = { ...away, settings: { doNotDisturb: false, notifications: { asks: true, finished: true, failed: true } } };
  const change = [[aSession('s', { state: before })], [aSession('s', { state: after })]] as const;
  expect(sessionsToNotify(...change, wanted).map(({ end }) => end)).toEqual(ends);
  expect(sessionsToNotify(...change, { ...wanted, inView: { session, ask: null, inbox: false } })).toEqual([]);
  expect(sessionsToNotify(...change, { ...wanted, settings: { ...wanted.settings, doNotDisturb: true } })).toEqual([]);
  const unwanted = { doNotDisturb: false, notifications: { asks: true, finished: false, failed: false } };
  expect(sessionsToNotify(...change, { ...wanted, settings: unwanted })).toEqual([]);
});

it('warns of the end of a time limit after which something happens: a tool always hears that nobody answered', () => {
  const { timeouts } = defaultSettings;
  const expiring = [anAsk('waits'), anApprovalAsk('call')];
  expect(expiringAsksToNotify(expiring, timeouts, away).single).toEqual([expiring[1]]);
  const denied = { ...timeouts, permission: { minutes: 5, policy: 'deny' as const } };
  expect(expiringAsksToNotify(expiring, denied, away).single).toEqual(expiring);
});

it('does not notify of a session that continues with a queued message', () => {
  const settings = { doNotDisturb: false, notifications: { asks: true, finished: true, failed: true } };
  const after = aSession('s', { state: 'idle', queued: { text: 'next', images: 0 } });
  expect(sessionsToNotify([aSession('s')], [after], { ...away, settings })).toEqual([]);
});
