import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aFormAsk, aPrompt } from '../../../test/a-form-ask';
import { SessionId } from '../../shared/ids';
import type { MessageImage } from '../../shared/session';
import { Log } from '../base/log';
import { Drafts } from './drafts';
import { PictureStore } from './picture-store';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-drafts-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const log = () => new Log({ folder: path.join(box, 'logs'), level: 'error' });
const open = () => new Drafts(box, new PictureStore(box, log()), log());
const id = SessionId.parse('one');
const other = SessionId.parse('other');
const picture: MessageImage = { mediaType: 'image/png', hash: 'a'.repeat(64) };

it('comes back with its text and its pictures after the app was killed', async () => {
  const drafts = open();
  drafts.setText(id, 'half a thought');
  drafts.setImages(id, [picture]);
  expect(await open().get(id)).toEqual({ text: 'half a thought', images: [picture] });
});

it('the last of several writes of pictures is the one that stays', async () => {
  const drafts = open();
  drafts.setImages(id, [picture, picture]);
  drafts.setImages(id, []);
  drafts.setImages(id, [picture]);
  expect((await drafts.get(id)).images).toEqual([picture]);
});

it('is empty for a session nobody writes to, and after what was written is sent', async () => {
  const drafts = open();
  drafts.setText(id, 'x');
  drafts.setText(id, '');
  drafts.setImages(id, [picture]);
  drafts.setImages(id, []);
  expect([await drafts.get(id), await drafts.get(other)]).toEqual([
    { text: '', images: [] },
    { text: '', images: [] },
  ]);
});

it('forgets sessions that are gone for good', async () => {
  const drafts = open();
  drafts.setText(id, 'kept');
  drafts.setText(other, 'gone');
  drafts.setImages(other, [picture]);
  await drafts.keepOnly(new Set([id]));
  expect((await drafts.get(id)).text).toBe('kept');
  expect(await drafts.get(other)).toEqual({ text: '', images: [] });
  expect(drafts.pictures).toEqual([]);
});

it('moves the pictures of an earlier version, but not those of a session that is gone for good', async () => {
  const folder = path.join(box, 'draft-pictures');
  mkdirSync(folder);
  const inline = (text: string) => ({ mediaType: 'image/png', data: Buffer.from(text).toString('base64') });
  writeFileSync(path.join(folder, 'one.json'), JSON.stringify([inline('first'), inline('second')]));
  writeFileSync(path.join(folder, 'other.json'), JSON.stringify([inline('gone')]));
  const drafts = open();
  expect(drafts.pictures).toBeNull();
  await drafts.keepOnly(new Set([id]));
  const { images } = await open().get(id);
  const store = new PictureStore(box, log());
  expect(await Promise.all(images.map((image) => store.toBase64(image)))).toEqual([inline('first').data, inline('second').data]);
  expect((await drafts.get(other)).images).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

it('leaves pictures of an earlier version that make no sense where they are, and loses nothing else', async () => {
  const folder = path.join(box, 'draft-pictures');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'one.json'), '[{"mediaType":"text/html"');
  const drafts = open();
  drafts.setText(id, 'text');
  expect(await drafts.get(id)).toEqual({ text: 'text', images: [] });
  expect(readdirSync(folder)).toEqual(['one.json']);
});

it('keeps what was typed into a form, step by step, also for the call that is made again after a restart', () => {
  const fields = [{ id: 'name', type: 'text', label: 'Name' }] as const;
  const [first, second] = [aPrompt('first'), aPrompt('second', { step: 1 })];
  const asked = (interaction: typeof first) => aFormAsk('call', fields, { interaction });
  const drafts = open();
  drafts.saveFormDraft(asked(first), first.id, { name: 'An' });
  expect(drafts.formDraft(asked(second), second.id)).toBeNull();
  drafts.saveFormDraft(asked(second), second.id, { name: 'Bo' });
  const again = aPrompt('first, asked again');
  expect(open().formDraft(asked(again), again.id)).toEqual({ name: 'An' });
  const next = aPrompt('second, asked again', { step: 1 });
  expect(open().formDraft(asked(next), next.id)).toEqual({ name: 'Bo' });
});

it('what was typed for an earlier prompt does not become the draft of the next one', () => {
  const fields = [{ id: 'name', type: 'text', label: 'Name' }] as const;
  const [first, second] = [aPrompt('first'), aPrompt('second', { step: 1 })];
  const ask = aFormAsk('call', fields, { interaction: second });
  const drafts = open();
  drafts.saveFormDraft(ask, first.id, { name: 'late' });
  expect([first, second].map((prompt) => drafts.formDraft(ask, prompt.id))).toEqual([null, null]);
});
