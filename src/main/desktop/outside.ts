import os from 'node:os';
import type { Clipboard, Shell } from 'electron';
import { AppError } from '../../shared/errors';
import type { Notice } from '../../shared/notice';
import type { Log } from '../base/log';
import { diagnostics } from './diagnostics';
import { openExternalLink } from './external-links';
import { runtimeNotice } from './runtime-source';

export interface OutsideOptions {
  readonly shell: Pick<Shell, 'openExternal' | 'openPath'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly log: Log;
  readonly version: string;
  readonly dataFolder: string;
  /** Which claude there is, in words. */
  readonly claude: () => string;
  readonly notices: () => readonly Notice[];
}

/** What the app gives out of its hands: links and folders to the system, text to the clipboard. */
export class Outside {
  readonly #options: OutsideOptions;

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  openLink(url: string): Promise<void> {
    return openExternalLink(url, (checked) => this.#options.shell.openExternal(checked));
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
