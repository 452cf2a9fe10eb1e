import { AppError } from '../../shared/errors';
import type { ClaudeStatus, ClaudeTrial } from '../../shared/session';
import { Emitter } from '../base/emitter';
import type { ClaudeCommand } from './launch-plan';
import { type FoundClaude, type LocateOptions, locateClaude, type NoClaude } from './locate';
import { tryClaude } from './try-claude';

/** Knows which `claude` to run. It searches once, and again when asked or when none was found. */
export class ClaudeFinder {
  readonly #options: () => LocateOptions;
  readonly #changed = new Emitter<ClaudeStatus>();
  #search: Promise<FoundClaude | NoClaude> | null = null;
  #status: ClaudeStatus = { state: 'looking' };

  constructor(options: () => LocateOptions) {
    this.#options = options;
  }

  readonly onChange = this.#changed.on;

  get status(): ClaudeStatus {
    return this.#status;
  }

  /** Waits for the search; rejects with 'no-claude' when there is none. */
  async command(): Promise<ClaudeCommand> {
    const found = await (this.#search ?? this.#startSearch());
    if (!found.found) throw new AppError('no-claude', found.problem ?? 'Claude Code was not found on this machine.');
    return found;
  }

  async look(): Promise<ClaudeStatus> {
    await this.#startSearch();
    return this.#status;
  }

  /** Tests this file as a `claude`. The one in use does not change. */
  try(file: string): Promise<ClaudeTrial> {
    return tryClaude(file, this.#options());
  }

  #startSearch(): Promise<FoundClaude | NoClaude> {
    const search = Promise.resolve()
      .then(() => locateClaude(this.#options()))
      .catch((error: unknown): NoClaude => ({ found: false, problem: `Looking for Claude Code failed: ${error}`, looked: [] }))
      .then((found) => {
        // A newer search has started, and its result counts.
        if (this.#search !== search) return found;
        // Search again next time, because it may be installed by then.
        if (!found.found) this.#search = null;
        this.#setStatus(toStatus(found));
        return found;
      });
    this.#search = search;
    return search;
  }

  #setStatus(status: ClaudeStatus): void {
    this.#status = status;
    this.#changed.emit(status);
  }
}

function toStatus(found: FoundClaude | NoClaude): ClaudeStatus {
  if (!found.found) return { state: 'missing', problem: found.problem, looked: [...found.looked] };
  const { command, argsBefore, from, version } = found;
  return { state: 'found', command: argsBefore[0] ?? command, from, version };
}
