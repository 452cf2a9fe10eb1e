import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Clipboard, Shell } from 'electron';
import { AppError } from '../../shared/errors';
import type { Notice } from '../../shared/notice';
import type { Log } from '../base/log';
import { diagnostics } from './diagnostics';
import { openExternalLink } from './external-links';
import { runtimeNotice } from './runtime-notice';

export interface SystemShellOptions {
  readonly shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly log: Log;
  readonly version: string;
  readonly dataFolder: string;
  /** Describes the claude that is used. */
  readonly claude: () => string;
  readonly notices: () => readonly Notice[];
}

/** Opens links and folders with the system, and copies text to the clipboard. */
export class SystemShell {
  readonly #options: SystemShellOptions;

  constructor(options: SystemShellOptions) {
    this.#options = options;
  }

  openLink(url: string): Promise<void> {
    return openExternalLink(url, (checked) => this.#options.shell.openExternal(checked));
  }

  /** Opening the file could run it. */
  showFile(file: string): void {
    this.#options.shell.showItemInFolder(file);
  }

  async openLogs(): Promise<void> {
    const { shell, log } = this.#options;
    const problem = await shell.openPath(log.folder);
    if (problem) log.warn('logs could not be opened', { problem });
  }

  async openDataFolder(): Promise<void> {
    const problem = await this.#options.shell.openPath(this.#options.dataFolder);
    if (problem) throw new AppError('not-opened', `The system could not open the folder: ${problem}`);
  }

  async openToolFolder(): Promise<void> {
    const folder = path.join(this.#options.dataFolder, 'tools');
    await mkdir(folder, { recursive: true });
    const problem = await this.#options.shell.openPath(folder);
    if (problem) throw new AppError('not-opened', `The system could not open the folder: ${problem}`);
  }

  copyText(text: string): void {
    this.#options.clipboard.writeText(text);
  }

  copyDiagnostics(): void {
    const { version, claude, notices, log } = this.#options;
    this.copyText(
      diagnostics({
        version,
        versions: { electron: process.versions.electron, chrome: process.versions.chrome, node: process.versions.node },
        runtime: runtimeNotice(process.execPath) ? 'unofficial build' : 'official build',
        claude: claude(),
        system: `${os.type()} ${os.release()} ${os.arch()}`,
        desktop: process.env.XDG_CURRENT_DESKTOP ?? '',
        home: os.homedir(),
        notices: notices(),
        logTail: log.tail(60),
      }),
    );
  }
}
