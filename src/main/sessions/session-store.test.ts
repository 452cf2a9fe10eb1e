import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import { SessionStore } from './session-store';
import type { StoredSession } from './stored-session';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-sessions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record: StoredSession = {
  id: SessionId.parse('one'),
  title: 'One',
  named: false,
  folder: '/project',
  demo: false,
  trusted: true,
  model: null,
  mode: 'plan',
  permissions: { lasting: 'ask', allUntil: null },
  conversation: { state: 'kept', id: 'cli' },
  opening: { text: 'first', images: [] },
  queued: { text: 'next', images: [{ mediaType: 'image/png', data: 'aGk=' }] },
  offered: { text: 'earlier', images: [{ mediaType: 'image/png', data: 'aGk=' }] },
};

it('starts with nothing', () => {
  const nothing = { sessions: [], recent: [], active: null, closed: [], unread: [], trusted: [], runs: [] };
  expect(new SessionStore(folder).value).toEqual(nothing);
});

it('has everything on disk as soon as it is told: sessions with their queue, the active one, trust and runs', () => {
  const store = new SessionStore(folder);
  store.update({ sessions: [record], active: record.id });
  store.update({ trusted: ['/project'], runs: ['run-1'] });
  expect(new SessionStore(folder).value).toEqual({
    sessions: [record],
    recent: [],
    active: 'one',
    closed: [],
    unread: [],
    trusted: ['/project'],
    runs: ['run-1'],
  });
});

it('puts a file aside that has a session without an id, and loses nothing of it', () => {
  const text = JSON.stringify({ sessions: [{ ...record, id: '' }] });
  writeFileSync(path.join(folder, 'sessions.json'), text);
  const store = new SessionStore(folder);
  expect(store.value.sessions).toEqual([]);
  expect(readFileSync(store.disk.setAside ?? '', 'utf8')).toBe(text);
});

it('reads what earlier versions offered back as text alone', () => {
  writeFileSync(path.join(folder, 'sessions.json'), JSON.stringify({ sessions: [{ ...record, offered: 'earlier' }] }));
  expect(new SessionStore(folder).value.sessions[0]?.offered).toEqual({ text: 'earlier', images: [] });
});
