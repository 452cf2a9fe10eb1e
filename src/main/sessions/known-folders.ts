import { AppError } from '../../shared/errors';
import type { FolderLook } from '../../shared/session';
import { completeFolder } from './folder-completion';
import { lookAtFolder, realFolder } from './folder-look';
import { isTrusted } from './folder-trust';
import { type GitOptions, repositoryOf } from './git';
import type { SessionStore } from './session-store';

/** How many folders are offered again. */
const recentKept = 12;

/** The real path of a folder that has to be there. */
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

  async look(folder: string): Promise<FolderLook> {
    const look = await lookAtFolder(folder, this.#store.value.trusted);
    return { ...look, repository: look.real === null ? null : await repositoryOf(look.real, this.#env) };
  }

  complete(text: string): Promise<string[]> {
    return completeFolder(text, this.#store.value.recent);
  }

  remember(real: string): void {
    const others = this.#store.value.recent.filter((one) => one !== real);
    this.#store.update({ recent: [real, ...others].slice(0, recentKept) });
  }

  /** Remembers a yes. A no holds for this session only: the person is asked again next time. */
  settleTrust(real: string, answer: boolean | null): boolean {
    const trusted = isTrusted(this.#store.value.trusted, real);
    if (trusted || answer !== true) return trusted;
    this.#store.update({ trusted: [...this.#store.value.trusted, real] });
    return true;
  }
}
