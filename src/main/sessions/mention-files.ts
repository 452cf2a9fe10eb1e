import path from 'node:path';
import { AppError } from '../../shared/errors';
import type { ProtocolPeer } from '../claude/peer';
import { listFiles } from './file-listing';
import { PathIndex } from './path-index';
import type { SessionDependencies } from './session-dependencies';

/** How long a listing is used again while a person types. */
const freshMs = 10_000;
/** The CLI's suggestions are useless if they take longer: the person has typed on. */
const patienceMs = 700;

/** Files that can be mentioned in a message: the CLI's suggestions, or our own listing if it has none. */
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

  /** Empty while the CLI still reads the folder, and for an agent that does not know the request. */
  async #suggested(query: string, peer: Pick<ProtocolPeer, 'fileSuggestions'>): Promise<string[]> {
    const late = new Promise<readonly string[]>((resolve) => {
      setTimeout(() => resolve([]), patienceMs).unref();
    });
    const asked = peer.fileSuggestions(query).catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });
    const paths = await Promise.race([asked, late]);
    // The CLI lists some files twice, with a relative and an absolute path.
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
