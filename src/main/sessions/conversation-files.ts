import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AskId, SessionId } from '../../shared/ids';
import type { OrphanedAsk } from '../asks/desk-dependencies';
import type { Log } from '../base/log';
import { listPastSessions, type PastSession, pastSessionFile } from '../claude/past-sessions';
import { type OpenCalls, offerOpenCalls, settledCalls } from './open-calls';
import type { StoredSession } from './stored-session';

export interface ConversationFilesOptions {
  /** Where the CLI keeps its files, and where the demo agent does. */
  readonly claudeFolder: (demo: boolean) => string;
  /** Where the CLI's transcripts are copied to before they are marked. */
  readonly backupFolder: string;
  readonly log: Log;
}

/** What the CLI has written down of sessions' conversations. */
export class ConversationFiles {
  readonly #options: ConversationFilesOptions;

  constructor(options: ConversationFilesOptions) {
    this.#options = options;
  }

  /** The CLI's own past sessions in a folder, the newest first. */
  listPast(folder: string): Promise<PastSession[]> {
    return listPastSessions(folder, { claudeFolder: this.#options.claudeFolder(false) });
  }

  /** Where the CLI keeps a session's conversation; null where it has none. */
  async of({ folder, demo, conversation }: StoredSession): Promise<string | null> {
    return conversation.state === 'kept' ? pastSessionFile(folder, conversation.id, this.#options.claudeFolder(demo)) : null;
  }

  async settledCalls(record: StoredSession, asks: readonly OrphanedAsk[]): Promise<readonly AskId[]> {
    try {
      return await settledCalls(await this.of(record), asks);
    } catch (error) {
      // Whoever answers them is told then.
      this.#options.log.error('what became of calls could not be found out', { session: record.id, error });
      return [];
    }
  }

  /** Finds out what became of calls whose run is gone, and has the next run ask for one that is still open. */
  async offerOpenCalls(record: StoredSession, asks: readonly OrphanedAsk[]): Promise<OpenCalls> {
    const { id, mode, conversation } = record;
    if (conversation.state !== 'kept') return { offered: null, settled: [] };
    try {
      const file = await this.of(record);
      await mkdir(this.#options.backupFolder, { recursive: true });
      return await offerOpenCalls(file, asks, mode, this.#backup(id));
    } catch (error) {
      // A full disk, say. The session goes on, and Claude is told of calls that were not made.
      this.#options.log.error('a call could not be offered again', { session: id, error });
      return { offered: null, settled: [] };
    }
  }

  async forget(id: SessionId): Promise<void> {
    await rm(this.#backup(id), { force: true });
  }

  #backup(id: SessionId): string {
    return path.join(this.#options.backupFolder, `${id}.jsonl`);
  }
}
