import { z } from 'zod';
import { ModelChoice, SlashCommand } from '../../shared/session';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';

const File = z.strictObject({
  models: z.array(ModelChoice).default([]),
  /** The most recently used folder is last. */
  commands: z.array(z.strictObject({ folder: z.string(), commands: z.array(SlashCommand) })).default([]),
});
type File = z.infer<typeof File>;

const foldersKept = 20;

/** The models and slash commands that the CLI last listed, used until a run lists them again. In offers.json in the user data folder. */
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
}
