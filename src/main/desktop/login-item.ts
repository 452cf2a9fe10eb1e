import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import type { Observable } from './desktop-dependencies';

/** Turns starting at login on or off. */
export type SetLoginItem = (wanted: boolean) => void;

/**
 * Applies changes of the setting. It doesn't apply the setting at each start, because another copy of the app, with its own
 * settings, may have written the existing entry.
 */
export function syncLoginItem(wanted: Observable<boolean>, set: SetLoginItem): () => void {
  let current = wanted.get();
  return wanted.onChange(() => {
    if (wanted.get() === current) return;
    current = wanted.get();
    set(current);
  });
}

export const systemLoginItem =
  (app: Pick<App, 'setLoginItemSettings'>): SetLoginItem =>
  (wanted) =>
    app.setLoginItemSettings({ openAtLogin: wanted });

/** Writes a file to the autostart folder on Linux, where Electron's login items do nothing. */
export const autostartFile =
  (env: NodeJS.ProcessEnv, command: readonly string[]): SetLoginItem =>
  (wanted) => {
    const folder = path.join(env.XDG_CONFIG_HOME ?? path.join(env.HOME ?? os.homedir(), '.config'), 'autostart');
    const file = path.join(folder, 'signalbox.desktop');
    if (!wanted) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, autostartEntry(command));
  };

function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Signalbox',
    `Exec=${command.map(quoteArgument).join(' ')}`,
    'Icon=signalbox',
    '',
  ].join('\n');
}

/** Quotes an argument by the desktop entry specification: escaped twice, and with % doubled because it starts a field code. */
const quoteArgument = (argument: string): string =>
  `"${argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
