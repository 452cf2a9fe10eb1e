import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import type { MessageImage } from '../../shared/session';
import { Log } from '../base/log';
import { Drafts } from './drafts';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-drafts-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const open = () => new Drafts(box, new Log({ folder: path.join(box, 'logs'), level: 'error' }));
const id = SessionId.parse('one');
const other = SessionId.parse('other');
const picture: MessageImage = { mediaType: 'image/png', data: 'AAAA' };

it('comes back with its text and its pictures after the app was killed', async () => {
  const drafts = open();
  drafts.setText(id, 'half a thought');
  await drafts.setImages(id, [picture]);
  expect(await open().get(id)).toEqual({ text: 'half a thought', images: [picture] });
});

it('the last of several writes of pictures is the one that stays', async () => {
  const drafts = open();
  void drafts.setImages(id, [picture, picture]);
  void drafts.setImages(id, []);
  void drafts.setImages(id, [picture]);
  expect((await drafts.get(id)).images).toEqual([picture]);
});

it('is empty for a session nobody writes to, and after what was written is sent', async () => {
  const drafts = open();
  drafts.setText(id, 'x');
  drafts.setText(id, '');
  expect([await drafts.get(id), await drafts.get(other)]).toEqual([
    { text: '', images: [] },
    { text: '', images: [] },
  ]);
});

it('forgets sessions that are gone for good', async () => {
  const drafts = open();
  drafts.setText(id, 'kept');
  drafts.setText(other, 'gone');
  await drafts.setImages(other, [picture]);
  drafts.keepOnly(new Set([id]));
  expect((await drafts.get(id)).text).toBe('kept');
  expect((await drafts.get(other)).text).toBe('');
  expect(existsSync(path.join(box, 'draft-pictures', 'other.json'))).toBe(false);
});

it('loses pictures that make no sense, and nothing else', async () => {
  const drafts = open();
  drafts.setText(id, 'text');
  await drafts.setImages(id, [picture]);
  writeFileSync(path.join(box, 'draft-pictures', 'one.json'), '[{"mediaType":"text/html"');
  expect(await drafts.get(id)).toEqual({ text: 'text', images: [] });
});
