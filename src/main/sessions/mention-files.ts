import path from 'node:path';
import { AppError } from '../../shared/errors';
import type { ProtocolPeer } from '../claude/peer';
import { listFiles } from './file-listing';
import { PathIndex } from './path-index';
import type { SessionDependencies } from './session-dependencies';

/** How long a listing counts as true, while a person types. */
const freshMs = 10_000;
/** A person types on; an answer that comes later is of no use. */
const patienceMs = 700;

/** Files that can be mentioned in a message: as the CLI suggests them, or from our own look when it can't. */
export class MentionFiles {
  readonly #folder: string;
  readonly #deps: Pick<SessionDependencies, 'env' | 'now'>;
  #listed: { readonly at: number; readonly index: Promise<PathIndex> } | null = null;

  constructor(folder: string, deps: Pick<SessionDependencies, 'env' | 'now'>) {
    this.#folder = folder;
    this.#deps = deps;
  }

  async find(query: string, peer: Pick<ProtocolPeer, 'fileSuggestions'> | null): Promise<string[]> {
    const suggested = peer ? await this.#suggested(query, peer) : [];
    return suggested.length > 0 ? suggested : (await this.#index()).matches(query);
  }

  /** None also while the CLI still reads the folder, and from an agent that knows no such request. */
  async #suggested(query: string, peer: Pick<ProtocolPeer, 'fileSuggestions'>): Promise<string[]> {
    const late = new Promise<readonly string[]>((resolve) => {
      setTimeout(() => resolve([]), patienceMs).unref();
    });
    const asked = peer.fileSuggestions(query).catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });
    const paths = await Promise.race([asked, late]);
    // The CLI names some files twice: by their place in the folder, and by their whole path.
    return paths.filter((one) => !one.startsWith(`${this.#folder}${path.sep}`));
  }

  #index(): Promise<PathIndex> {
    const now = this.#deps.now();
    if (!this.#listed || now - this.#listed.at > freshMs) {
      this.#listed = { at: now, index: listFiles(this.#folder, this.#deps.env).then((files) => new PathIndex(files)) };
    }
    return this.#listed.index;
  }
}
