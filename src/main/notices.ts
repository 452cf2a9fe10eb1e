import type { Notice } from '../shared/notice';
import type { DiskStore, DiskTrouble } from './base/disk-store';
import { Emitter } from './base/emitter';
import type { Log } from './base/log';

/** The file's name for people. */
const files = {
  settings: 'Settings',
  sessions: 'The list of sessions',
  asks: 'What waits for you',
  rules: 'The permission rules',
  ledger: 'Transcripts',
  drafts: 'What you are writing',
  offers: 'What Claude offers',
  tools: 'Which tools are off',
} as const;
type FileName = keyof typeof files;

/** Owns the notices: what the app has to say about itself. */
export class Notices {
  readonly #changed = new Emitter<readonly Notice[]>();
  #list: readonly Notice[] = [];

  readonly onChange = this.#changed.on;

  get list(): readonly Notice[] {
    return this.#list;
  }

  /** Adds a notice, or replaces the one with the same id. */
  set(notice: Notice): void {
    this.#update([...this.#list.filter(({ id }) => id !== notice.id), notice]);
  }

  clear(id: string): void {
    if (this.#list.some((notice) => notice.id === id)) this.#update(this.#list.filter((notice) => notice.id !== id));
  }

  /** Shows a notice while a file can't be written or read. */
  watchStore(name: FileName, store: Pick<DiskStore<never>, 'setAside' | 'startedEmpty' | 'trouble' | 'onTroubleChange'>, log: Log): void {
    if (store.setAside) this.tellSetAside(name, store.setAside, log, store.startedEmpty);
    if (store.trouble) this.tellDisk(name, store.trouble, log);
    store.onTroubleChange((trouble) => this.tellDisk(name, trouble, log));
  }

  tellSetAside(name: FileName, file: string, log: Log, startedEmpty = true): void {
    log.error('a file could not be read and was put aside', { name, file });
    this.set({
      id: `${name}-set-aside`,
      level: 'warning',
      text: `The ${name} file was damaged`,
      detail: `It could not be read and was put aside as ${file}. Nothing in it was deleted. Signalbox ${startedEmpty ? 'began afresh' : 'went on from the last good copy'}.`,
    });
  }

  tellDisk(name: FileName, trouble: DiskTrouble | null, log: Log): void {
    const id = `${name}-disk`;
    if (!trouble) {
      this.clear(id);
      return;
    }
    const { file, code, unreadable } = trouble;
    log.error(unreadable ? 'a file can’t be read' : 'a file can’t be written', { name, ...trouble });
    this.set({
      id,
      level: 'warning',
      text: `${files[name]} can’t be ${unreadable ? 'read' : 'saved'}`,
      detail: unreadable
        ? `Reading ${file} failed (${code}). It was left as it is. Signalbox went on from the last good copy, or afresh, and saves nothing over it until it is started again.`
        : `Writing ${file} failed (${code}). Everything goes on in memory, and is written as soon as the disk allows.`,
    });
  }

  #update(list: readonly Notice[]): void {
    this.#list = list;
    this.#changed.emit(list);
  }
}
