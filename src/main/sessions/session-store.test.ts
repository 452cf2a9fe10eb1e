import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import { Log } from '../base/log';
import { PictureStore } from './picture-store';
import { SessionStore } from './session-store';
import type { StoredSession } from './stored-session';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-sessions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pictures = () => new PictureStore(folder, new Log({ folder: path.join(folder, 'logs') }));
const open = () => new SessionStore(folder, pictures());

const record: StoredSession = {
  id: SessionId.parse('one'),
  title: 'One',
  named: false,
  folder: '/project',
  demo: false,
  trusted: true,
  interactive: true,
  model: null,
  mode: 'plan',
  permissions: { lasting: 'ask', allUntil: null },
  conversation: { state: 'kept', id: 'cli' },
  opening: { text: 'first', images: [] },
  queued: { text: 'next', images: [{ mediaType: 'image/png', hash: 'a'.repeat(64) }] },
  offered: { text: 'earlier', images: [{ mediaType: 'image/png', hash: 'a'.repeat(64) }] },
};

it('starts with nothing', () => {
  const nothing = { sessions: [], recent: [], active: null, closed: [], unread: [], trusted: [], runs: [] };
  expect(open().value).toEqual(nothing);
});

it('has everything on disk as soon as it is told: sessions with their queue, the active one, trust and runs', () => {
  const store = open();
  store.update({ sessions: [record], active: record.id });
  store.update({ trusted: ['/project'], runs: ['run-1'] });
  expect(open().value).toEqual({
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
  const store = open();
  expect(store.value.sessions).toEqual([]);
  expect(readFileSync(store.disk.setAside ?? '', 'utf8')).toBe(text);
});

it('reads what earlier versions offered back as text alone', () => {
  writeFileSync(path.join(folder, 'sessions.json'), JSON.stringify({ sessions: [{ ...record, offered: 'earlier' }] }));
  expect(open().value.sessions[0]?.offered).toEqual({ text: 'earlier', images: [] });
});

it('moves pictures that earlier versions kept in the file to files of their own', async () => {
  const bytes = randomBytes(1_500_000);
  const inline = { text: 'look', images: [{ mediaType: 'image/png', data: bytes.toString('base64') }] };
  const sessions = [{ ...record, opening: inline, queued: inline, offered: inline }];
  writeFileSync(path.join(folder, 'sessions.json'), JSON.stringify({ sessions, closed: sessions }));
  const store = open();
  const [image] = store.value.sessions[0]?.queued?.images ?? [];
  assert(image);
  expect(await pictures().toBase64(image)).toBe(bytes.toString('base64'));
  expect(new Set(store.pictures)).toEqual(new Set([image.hash]));
  expect(store.value.closed).toEqual(store.value.sessions);
  expect(open().value).toEqual(store.value);
  expect(statSync(path.join(folder, 'sessions.json')).size).toBeLessThan(5_000);
  expect(readdirSync(path.join(folder, 'pictures'))).toEqual([image.hash]);
});
