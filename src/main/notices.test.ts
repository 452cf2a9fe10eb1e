import { expect, it, vi } from 'vitest';
import type { DiskTrouble } from './base/disk-store';
import { Emitter } from './base/emitter';
import { Log } from './base/log';
import { Notices } from './notices';

// This log can't be written, and never throws.
const log = new Log({ folder: '/dev/null/logs' });
const notice = (id: string, text = id) => ({ id, level: 'info' as const, text, detail: '' });
const told = (notices: Notices) => notices.list.map(({ id, text }) => ({ id, text }));

function store({ setAside = null, trouble = null }: { setAside?: string | null; trouble?: DiskTrouble | null } = {}) {
  const changed = new Emitter<DiskTrouble | null>();
  return { setAside, startedEmpty: false, trouble, onTroubleChange: changed.on, emit: (value: DiskTrouble | null) => changed.emit(value) };
}

it('keeps one notice for each id, the newest, and tells every change', () => {
  const notices = new Notices();
  const lists: string[][] = [];
  notices.onChange((list) => lists.push(list.map(({ text }) => text)));
  notices.set(notice('one'));
  notices.set(notice('two'));
  notices.set(notice('one', 'one again'));
  notices.clear('two');
  expect(lists).toEqual([['one'], ['one', 'two'], ['two', 'one again'], ['one again']]);
});

it('says nothing when there was nothing to clear', () => {
  const notices = new Notices();
  const changed = vi.fn();
  notices.onChange(changed);
  notices.clear('never');
  expect(changed).not.toHaveBeenCalled();
});

it('says what goes wrong with a file for as long as it does', () => {
  const notices = new Notices();
  const sessions = store();
  notices.watchStore('sessions', sessions, log);
  expect(notices.list).toEqual([]);
  sessions.emit({ code: 'ENOSPC', file: '/data/sessions.json' });
  expect(notices.list).toEqual([
    {
      id: 'sessions-disk',
      level: 'warning',
      text: 'The list of sessions can’t be saved',
      detail: expect.stringContaining('/data/sessions.json failed (ENOSPC)'),
    },
  ]);
  sessions.emit(null);
  expect(notices.list).toEqual([]);
});

it('says at once what went wrong before anyone watched', () => {
  const notices = new Notices();
  notices.watchStore('settings', store({ setAside: '/data/settings.json.unreadable' }), log);
  notices.watchStore('sessions', store({ trouble: { code: 'EACCES', file: '/data/sessions.json', unreadable: true } }), log);
  expect(told(notices)).toEqual([
    { id: 'settings-set-aside', text: 'The settings file was damaged' },
    { id: 'sessions-disk', text: 'The list of sessions can’t be read' },
  ]);
  expect(notices.list[0]?.detail).toContain('/data/settings.json.unreadable');
});

it.each([
  [true, 'Signalbox began afresh.'],
  [false, 'Signalbox went on from the last good copy.'],
])('says what became of what a damaged file held (started empty: %s)', (startedEmpty, words) => {
  const notices = new Notices();
  notices.watchStore('asks', { ...store({ setAside: '/data/asks.json.unreadable' }), startedEmpty }, log);
  expect(notices.list[0]?.detail).toContain(words);
});
