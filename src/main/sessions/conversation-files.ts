import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AskId, SessionId } from '../../shared/ids';
import type { OrphanedAsk } from '../asks/desk-dependencies';
import type { Log } from '../base/log';
import { findCall, offerAgain } from '../claude/open-call';
import { listPastSessions, type PastSession, pastSessionFile } from '../claude/past-sessions';
import type { StoredSession } from './stored-session';

/** What the CLI's transcript says about the calls of orphaned asks. */
export interface OpenCalls {
  /** The next run asks about this call again, under the same id. */
  readonly marked: AskId | null;
  /** These calls have results: their answers had arrived. */
  readonly settled: readonly AskId[];
}

export interface ConversationFilesOptions {
  /** Where the CLI keeps its files, and where the demo agent does. */
  readonly claudeFolder: (demo: boolean) => string;
  /** Where the CLI's transcripts are copied to before they are marked. */
  readonly backupFolder: string;
  readonly log: Log;
}

/** The CLI's own transcript files of conversations. */
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
      // Whoever answers them is told then that the call was not made.
      this.#options.log.error('what became of calls could not be found out', { session: record.id, error });
      return [];
    }
  }

  /** Finds out what became of the calls of orphaned asks, and has the next run ask about one that is still open. */
  async markOpenCall(record: StoredSession, asks: readonly OrphanedAsk[]): Promise<OpenCalls> {
    const { id, mode, conversation } = record;
    if (conversation.state !== 'kept') return { marked: null, settled: [] };
    try {
      const file = await this.of(record);
      await mkdir(this.#options.backupFolder, { recursive: true });
      return await markOpenCall(file, asks, mode, this.#backup(id));
    } catch (error) {
      // For example a full disk. The session continues, and Claude is told that the calls were not made.
      this.#options.log.error('a call could not be offered again', { session: id, error });
      return { marked: null, settled: [] };
    }
  }

  async forget(id: SessionId): Promise<void> {
    await rm(this.#backup(id), { force: true });
  }

  #backup(id: SessionId): string {
    return path.join(this.#options.backupFolder, `${id}.jsonl`);
  }
}

async function settledCalls(file: string | null, asks: readonly OrphanedAsk[]): Promise<AskId[]> {
  const settled: AskId[] = [];
  if (file === null) return settled;
  for (const { ask } of asks) if (ask.toolUseId !== null && (await findCall(file, ask.toolUseId)).state === 'settled') settled.push(ask.id);
  return settled;
}

/** Marks the first open call in `asks`. The CLI then forgets the calls that were made together with it. */
async function markOpenCall(file: string | null, asks: readonly OrphanedAsk[], mode: string, backup: string): Promise<OpenCalls> {
  let marked: AskId | null = null;
  const settled: AskId[] = [];
  if (file === null) return { marked, settled };
  for (const { ask, input } of asks) {
    if (ask.toolUseId === null) continue;
    const { state } = await findCall(file, ask.toolUseId);
    if (state === 'settled') settled.push(ask.id);
    else if (state === 'open' && marked === null) {
      // A prompt's input is its form, and not what Claude called the tool with.
      const call = { toolUseId: ask.toolUseId, toolName: ask.tool, input: ask.interaction ? null : input, mode };
      if (await offerAgain(file, call, backup)) marked = ask.id;
    }
  }
  return { marked, settled };
}
