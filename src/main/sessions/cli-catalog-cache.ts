import { z } from 'zod';
import { ModelChoice, SlashCommand } from '../../shared/session';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';
import type { UnsupportedRequests } from '../claude/outgoing-requests';

const File = z.strictObject({
  models: z.array(ModelChoice).default([]),
  /** The most recently used folder is last. */
  commands: z.array(z.strictObject({ folder: z.string(), commands: z.array(SlashCommand) })).default([]),
  /** The requests that versions of the CLI don't know. The version that was learnt about last is last. */
  unsupported: z.array(z.strictObject({ version: z.string(), requests: z.array(z.string()) })).default([]),
});
type File = z.infer<typeof File>;

const foldersKept = 20;
const versionsKept = 20;

/**
 * The models and slash commands that the CLI last listed, used until a run lists them again, and the requests that each version
 * turned out not to know. In offers.json in the user data folder.
 */
export class CliCatalogCache {
  readonly disk: DiskStore<File>;
  readonly #modelsChanged = new Emitter<void>();

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'offers', read: (raw) => File.parse(raw), empty: File.parse({}) });
  }

  readonly onModelsChange = this.#modelsChanged.on;

  get models(): readonly ModelChoice[] {
    return this.disk.value.models;
  }

  keepModels(models: readonly ModelChoice[]): void {
    if (models.length === 0 || JSON.stringify(models) === JSON.stringify(this.models)) return;
    this.disk.write({ ...this.disk.value, models: [...models] });
    this.#modelsChanged.emit();
  }

  commandsIn(folder: string): readonly SlashCommand[] {
    return this.disk.value.commands.find((one) => one.folder === folder)?.commands ?? [];
  }

  keepCommands(folder: string, commands: readonly SlashCommand[]): void {
    if (JSON.stringify(commands) === JSON.stringify(this.commandsIn(folder))) return;
    const others = this.disk.value.commands.filter((one) => one.folder !== folder);
    this.disk.write({ ...this.disk.value, commands: [...others, { folder, commands: [...commands] }].slice(-foldersKept) });
  }

  /** What is added is known to later runs of the version too. */
  unsupportedBy(version: string): UnsupportedRequests {
    const known = (): readonly string[] => this.disk.value.unsupported.find((one) => one.version === version)?.requests ?? [];
    return {
      has: (request) => known().includes(request),
      add: (request) => {
        if (known().includes(request)) return;
        const others = this.disk.value.unsupported.filter((one) => one.version !== version);
        const unsupported = [...others, { version, requests: [...known(), request] }].slice(-versionsKept);
        this.disk.write({ ...this.disk.value, unsupported });
      },
    };
  }
}
