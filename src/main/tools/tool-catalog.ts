import { AppError } from '../../shared/errors';
import { ToolSourceId, type ToolSummary } from '../../shared/tool-summary';
import { Emitter } from '../base/emitter';
import type { OfferedTool, ToolSession, ToolSource } from './offered-tool';

/** The tools of folders, as far as the catalog uses them. */
export interface FolderToolSource extends ToolSource {
  /** Every folder that has or should have a tool. */
  readonly list: readonly ToolSummary[];
  /** Loads what Settings lists. */
  openAll(): void;
  setEnabled(id: ToolSourceId, enabled: boolean): void;
  reload(id: ToolSourceId): void;
  close(): Promise<void>;
}

/** All tools that Claude is offered: the built-in ones, and those from folders. */
export class ToolCatalog implements ToolSource {
  readonly #builtIn: readonly OfferedTool[];
  readonly #folders: FolderToolSource | null;
  readonly #changed = new Emitter<void>();

  constructor(builtIn: readonly OfferedTool[], folders: FolderToolSource | null) {
    this.#builtIn = builtIn;
    this.#folders = folders;
    folders?.onChange(() => this.#changed.emit());
  }

  onChange(listener: () => void): () => void {
    return this.#changed.on(listener);
  }

  get list(): readonly ToolSummary[] {
    return [...this.#builtIn.map(summaryOf), ...(this.#folders?.list ?? [])];
  }

  /** A folder can't replace a built-in tool. */
  toolsFor(session: ToolSession): readonly OfferedTool[] {
    const names = new Set(this.#builtIn.map(({ name }) => name));
    return [...this.#builtIn, ...(this.#folders?.toolsFor(session) ?? []).filter(({ name }) => !names.has(name))];
  }

  async prepare(session: ToolSession): Promise<void> {
    await this.#folders?.prepare(session);
  }

  /** Loads what Settings lists. */
  openAll(): void {
    this.#folders?.openAll();
  }

  setEnabled(id: ToolSourceId, enabled: boolean): void {
    this.#owner(id).setEnabled(id, enabled);
  }

  reload(id: ToolSourceId): void {
    this.#owner(id).reload(id);
  }

  async close(): Promise<void> {
    await this.#folders?.close();
  }

  #owner(id: ToolSourceId): FolderToolSource {
    if (this.#folders?.list.some((one) => one.id === id)) return this.#folders;
    throw new AppError('not-found', 'There is no such tool folder any more.');
  }
}

const summaryOf = ({ name, title, description }: OfferedTool): ToolSummary => ({
  id: ToolSourceId.parse(`built-in:${name}`),
  name,
  title,
  description,
  source: { kind: 'built-in' },
  state: 'ready',
  error: null,
  log: [],
});
