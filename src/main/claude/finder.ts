import { AppError } from '../../shared/errors';
import type { ClaudeStatus, ClaudeTrial } from '../../shared/session';
import { Emitter } from '../base/emitter';
import { type ClaudeCommand, versionNotice } from './launch-plan';
import { type FoundClaude, type LocateOptions, locateClaude, type NoClaude } from './locate';
import { tryClaude } from './try-claude';

/** Knows which `claude` to run: looks once, and again when asked or when there was none. */
export class ClaudeFinder {
  readonly #options: () => LocateOptions;
  readonly #changed = new Emitter<ClaudeStatus>();
  #looking: Promise<FoundClaude | NoClaude> | null = null;
  #status: ClaudeStatus = { state: 'looking' };

  constructor(options: () => LocateOptions) {
    this.#options = options;
  }

  readonly onChange = this.#changed.on;

  get status(): ClaudeStatus {
    return this.#status;
  }

  /** The command, once it is known; rejects with 'no-claude' when there is none. */
  async command(): Promise<ClaudeCommand> {
    const found = await (this.#looking ?? this.#search());
    if (!found.found) throw new AppError('no-claude', found.problem ?? 'Claude Code was not found on this machine.');
    return found;
  }

  async look(): Promise<ClaudeStatus> {
    await this.#search();
    return this.#status;
  }

  /** Whether this one would do; what is used stays as it is. */
  try(file: string): Promise<ClaudeTrial> {
    return tryClaude(file, this.#options());
  }

  #search(): Promise<FoundClaude | NoClaude> {
    const looking = Promise.resolve()
      .then(() => locateClaude(this.#options()))
      .catch((error: unknown): NoClaude => ({ found: false, problem: `Looking for Claude Code failed: ${error}`, looked: [] }))
      .then((found) => {
        // A later look knows better.
        if (this.#looking !== looking) return found;
        // One that was not there may be there the next time it is needed.
        if (!found.found) this.#looking = null;
        this.#setStatus(toStatus(found));
        return found;
      });
    this.#looking = looking;
    return looking;
  }

  #setStatus(status: ClaudeStatus): void {
    this.#status = status;
    this.#changed.emit(status);
  }
}

function toStatus(found: FoundClaude | NoClaude): ClaudeStatus {
  if (!found.found) return { state: 'missing', problem: found.problem, looked: [...found.looked] };
  const { command, argsBefore, from, version } = found;
  return { state: 'found', command: argsBefore[0] ?? command, from, version, warning: versionNotice(version) };
}
