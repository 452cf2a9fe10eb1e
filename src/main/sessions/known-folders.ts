import { AppError } from '../../shared/errors';
import type { FolderLook } from '../../shared/session';
import { completeFolder } from './folder-completion';
import { inspectFolder, isTrusted, realFolder } from './folder-inspection';
import { type GitOptions, repositoryOf } from './git';
import type { SessionStore } from './session-store';

/** How many recent folders are suggested for a new session. */
const recentKept = 12;

/** The real path of a folder. Throws if it does not exist. */
export async function existingFolder(folder: string): Promise<string> {
  const real = await realFolder(folder);
  if (real === null) throw new AppError('folder-missing', `There is no folder ${folder}.`);
  return real;
}

/** The folders that sessions worked in, and which of them a person trusts. */
export class KnownFolders {
  readonly #store: SessionStore;
  readonly #env: GitOptions['env'];

  constructor(store: SessionStore, env: GitOptions['env']) {
    this.#store = store;
    this.#env = env;
  }

  async inspect(folder: string): Promise<FolderLook> {
    const found = await inspectFolder(folder, this.#store.value.trusted);
    return { ...found, repository: found.real === null ? null : await repositoryOf(found.real, this.#env) };
  }

  complete(text: string): Promise<string[]> {
    return completeFolder(text, this.#store.value.recent);
  }

  remember(real: string): void {
    const others = this.#store.value.recent.filter((one) => one !== real);
    this.#store.update({ recent: [real, ...others].slice(0, recentKept) });
  }

  /** Returns whether a folder is trusted, and remembers a yes. A no holds for this session only: the person is asked again next time. */
  resolveTrust(real: string, answer: boolean | null): boolean {
    const trusted = isTrusted(this.#store.value.trusted, real);
    if (trusted || answer !== true) return trusted;
    this.#store.update({ trusted: [...this.#store.value.trusted, real] });
    return true;
  }
}
