import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SessionId } from '../../shared/ids';
import { Draft, type MessageImage } from '../../shared/session';
import { DiskStore } from '../base/disk-store';
import type { Log } from '../base/log';

const File = z.strictObject({ texts: z.record(z.string(), z.string()).default({}) });
type File = z.infer<typeof File>;

/**
 * What is being written to each session, kept for the next start. The texts are in drafts.json. Pictures are big and
 * seldom change: each session's are in a file of their own, written aside from the app's one thread.
 */
export class Drafts {
  readonly disk: DiskStore<File>;
  readonly #folder: string;
  readonly #log: Log;
  /** One write after the other, or an older one could end last. Never rejects. */
  #writing: Promise<void> = Promise.resolve();

  constructor(userData: string, log: Log) {
    this.#folder = path.join(userData, 'draft-pictures');
    this.#log = log;
    this.disk = new DiskStore({ folder: userData, name: 'drafts', read: (raw) => File.parse(raw), empty: File.parse({}) });
  }

  async get(id: SessionId): Promise<Draft> {
    await this.#writing;
    return { text: this.disk.value.texts[id] ?? '', images: await this.#readImages(id) };
  }

  setText(id: SessionId, text: string): void {
    const { [id]: before = '', ...others } = this.disk.value.texts;
    if (text !== before) this.disk.write({ texts: text === '' ? others : { ...others, [id]: text } });
  }

  setImages(id: SessionId, images: readonly MessageImage[]): Promise<void> {
    return this.#write(async () => {
      const file = this.#file(id);
      if (images.length === 0) return rm(file, { force: true });
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${file}.tmp`, JSON.stringify(images), { mode: 0o600 });
      await rename(`${file}.tmp`, file);
    });
  }

  /** Nobody will finish what was written to a session that is gone for good. */
  keepOnly(ids: ReadonlySet<string>): void {
    const texts = Object.entries(this.disk.value.texts);
    const kept = texts.filter(([id]) => ids.has(id));
    if (kept.length < texts.length) this.disk.write({ texts: Object.fromEntries(kept) });
    void this.#write(async () => {
      const files = await readdir(this.#folder).catch(() => []);
      const gone = files.filter((file) => !ids.has(path.parse(file).name));
      await Promise.all(gone.map((file) => rm(path.join(this.#folder, file), { force: true })));
    });
  }

  async close(): Promise<void> {
    this.disk.close();
    await this.#writing;
  }

  #write(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work).catch((error: unknown) => this.#log.warn('draft pictures could not be kept', { error }));
    return this.#writing;
  }

  async #readImages(id: SessionId): Promise<MessageImage[]> {
    try {
      return Draft.shape.images.parse(JSON.parse(await readFile(this.#file(id), 'utf8')));
    } catch {
      return [];
    }
  }

  #file(id: SessionId): string {
    return path.join(this.#folder, `${id}.json`);
  }
}
