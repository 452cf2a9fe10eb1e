import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Ask } from '../../shared/ask';
import { FormValues } from '../../shared/form';
import type { SessionId } from '../../shared/ids';
import type { InteractionId } from '../../shared/interaction';
import { type Draft, MessageImage } from '../../shared/session';
import { DiskStore } from '../base/disk-store';
import type { Log } from '../base/log';
import type { PictureStore } from './picture-store';
import { InlineImage } from './stored-session';

const File = z.strictObject({
  texts: z.record(z.string(), z.string()).default({}),
  images: z.record(z.string(), z.array(MessageImage)).default({}),
  /**
   * What was typed into forms and not submitted, by ask and by step. After a restart a call begins again with its first step, under
   * other prompt ids.
   */
  forms: z.record(z.string(), z.record(z.string(), FormValues)).default({}),
});
type File = z.infer<typeof File>;

type AskOfForm = Pick<Ask, 'id' | 'interaction'>;

/** The unsent text and pictures of each session's composer, in drafts.json. */
export class Drafts {
  readonly disk: DiskStore<File>;
  readonly #migrated: Promise<void>;
  #isMigrated = false;

  constructor(userData: string, pictures: Pick<PictureStore, 'add'>, log: Log) {
    this.disk = new DiskStore({ folder: userData, name: 'drafts', read: (raw) => File.parse(raw), empty: File.parse({}) });
    this.#migrated = this.#migratePictures(path.join(userData, 'draft-pictures'), pictures, log);
  }

  async get(id: SessionId): Promise<Draft> {
    await this.#migrated;
    const { texts, images } = this.disk.value;
    return { text: texts[id] ?? '', images: images[id] ?? [] };
  }

  setText(id: SessionId, text: string): void {
    const { [id]: before = '', ...others } = this.disk.value.texts;
    if (text !== before) this.#write({ texts: text === '' ? others : { ...others, [id]: text } });
  }

  setImages(id: SessionId, wanted: MessageImage[]): void {
    const { [id]: before = [], ...others } = this.disk.value.images;
    if (wanted.length > 0 || before.length > 0) this.#write({ images: wanted.length === 0 ? others : { ...others, [id]: wanted } });
  }

  /** What was typed into the form of this prompt; null if nothing was, or if the tool has asked something else since. */
  formDraft({ id, interaction }: AskOfForm, prompt: InteractionId): FormValues | null {
    return interaction?.id === prompt ? (this.disk.value.forms[id]?.[interaction.step] ?? null) : null;
  }

  saveFormDraft({ id, interaction }: AskOfForm, prompt: InteractionId, values: FormValues): void {
    if (interaction?.id !== prompt) return;
    const { forms } = this.disk.value;
    this.#write({ forms: { ...forms, [id]: { ...forms[id], [interaction.step]: values } } });
  }

  /** Deletes the drafts of all other asks. */
  keepForms(ids: ReadonlySet<string>): void {
    const { forms } = this.disk.value;
    if (Object.keys(forms).some((id) => !ids.has(id))) this.#write({ forms: withKeys(forms, ids) });
  }

  /** Deletes the drafts of all other sessions. */
  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    await this.#migrated;
    const { texts, images } = this.disk.value;
    const isGone = (id: string): boolean => !ids.has(id);
    if (Object.keys(texts).some(isGone) || Object.keys(images).some(isGone))
      this.#write({ texts: withKeys(texts, ids), images: withKeys(images, ids) });
  }

  /** The hashes of all pictures in drafts; null until those of an earlier version have been moved. */
  get pictures(): string[] | null {
    return this.#isMigrated ? Object.values(this.disk.value.images).flatMap((images) => images.map(({ hash }) => hash)) : null;
  }

  #write(change: Partial<File>): void {
    this.disk.write({ ...this.disk.value, ...change });
  }

  async close(): Promise<void> {
    await this.#migrated;
    this.disk.close();
  }

  /** Earlier versions kept the pictures of each draft in a file of its own, `draft-pictures/<session>.json`. */
  async #migratePictures(folder: string, pictures: Pick<PictureStore, 'add'>, log: Log): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      try {
        const file = path.join(folder, name);
        const inline = z.array(InlineImage).parse(JSON.parse(await readFile(file, 'utf8')));
        const id = path.parse(name).name;
        const images: MessageImage[] = [];
        for (const image of inline) images.push(await pictures.add(image));
        const others = this.disk.value.images;
        if (!others[id]) this.#write({ images: { ...others, [id]: images } });
        if (this.disk.trouble === null) await rm(file);
      } catch (error) {
        // It stays for the next start: the disk may be full now.
        log.warn('the pictures of an earlier draft could not be read', { file: name, error });
      }
    }
    await rmdir(folder).catch(() => undefined);
    this.#isMigrated = true;
  }
}

const withKeys = <T>(all: Readonly<Record<string, T>>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
