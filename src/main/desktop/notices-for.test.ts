import { expect, it } from 'vitest';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { SessionId } from '../../shared/ids';
import { defaultSettings } from '../../shared/settings';
import { type Attention, askNotices, sessionNotices } from './notices-for';

const session = SessionId.parse('session');
const away: Attention = { settings: defaultSettings, inView: { session: null, ask: null, inbox: false } };
const asks = ['a', 'b', 'c', 'd', 'e'].map((name) => anAsk(name));
const none = { single: [], grouped: [] };
const noneOpen = { single: 0, grouped: 0 };

it('tells what is new, and nothing twice', () => {
  expect(askNotices(asks.slice(0, 1), asks.slice(0, 2), noneOpen, away)).toEqual({ single: asks.slice(1, 2), grouped: [] });
  expect(askNotices(asks, asks, noneOpen, away)).toEqual(none);
  expect(askNotices(asks, [], noneOpen, away)).toEqual(none);
});

it('tells nothing of the session or the ask that is in front of the person, and all of the others', () => {
  const other = anAsk('other', { sessionId: SessionId.parse('other') });
  expect(askNotices([], [...asks.slice(0, 2), other], noneOpen, { ...away, inView: { session, ask: null, inbox: false } })).toEqual({
    single: [other],
    grouped: [],
  });
  const inDialog = { session, ask: other.id, inbox: false };
  expect(askNotices([], [other], noneOpen, { ...away, inView: inDialog })).toEqual(none);
  const inInbox = { session: null, ask: null, inbox: true };
  expect(askNotices([], [other], noneOpen, { ...away, inView: inInbox })).toEqual(none);
});

it('tells nothing when it is not wanted', () => {
  const { notifications } = defaultSettings;
  expect(askNotices([], asks, noneOpen, { ...away, settings: { notifications, doNotDisturb: true } })).toEqual(none);
  const off = { notifications: { ...notifications, asks: false }, doNotDisturb: false };
  expect(askNotices([], asks, noneOpen, { ...away, settings: off })).toEqual(none);
});

it('counts a burst together, and what comes when enough are there', () => {
  expect(askNotices([], asks.slice(0, 3), noneOpen, away)).toEqual({ single: asks.slice(0, 3), grouped: [] });
  expect(askNotices([], asks, noneOpen, away)).toEqual({ single: [], grouped: asks });
  expect(askNotices(asks.slice(0, 3), asks.slice(0, 4), { single: 3, grouped: 0 }, away)).toEqual({
    single: [],
    grouped: asks.slice(3, 4),
  });
  expect(askNotices(asks.slice(0, 4), asks, { single: 0, grouped: 4 }, away)).toEqual({ single: [], grouped: asks.slice(4) });
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
] as const)('of a session that goes from %s to %s tells %j', (before, after, ends) => {
  const wanted = { ...away, settings: { doNotDisturb: false, notifications: { asks: true, finished: true, failed: true } } };
  const change = [[aSession('s', { state: before })], [aSession('s', { state: after })]] as const;
  expect(sessionNotices(...change, wanted).map(({ end }) => end)).toEqual(ends);
  expect(sessionNotices(...change, { ...wanted, inView: { session, ask: null, inbox: false } })).toEqual([]);
  expect(sessionNotices(...change, { ...wanted, settings: { ...wanted.settings, doNotDisturb: true } })).toEqual([]);
  const unwanted = { doNotDisturb: false, notifications: { asks: true, finished: false, failed: false } };
  expect(sessionNotices(...change, { ...wanted, settings: unwanted })).toEqual([]);
});

it('does not call a session finished that goes on with its queued message', () => {
  const settings = { doNotDisturb: false, notifications: { asks: true, finished: true, failed: true } };
  const after = aSession('s', { state: 'idle', queued: { text: 'next', images: 0 } });
  expect(sessionNotices([aSession('s')], [after], { ...away, settings })).toEqual([]);
});
