import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import type { Watched } from './surroundings';

/** Makes the app start when the person logs in, or no longer. */
export type SetLoginItem = (wanted: boolean) => void;

/**
 * Carries out a change of the setting. Not at every start: another copy of the app, with settings of its own, may have
 * written the entry that is there.
 */
export function keepLoginItem(wanted: Watched<boolean>, set: SetLoginItem): () => void {
  let current = wanted.now();
  return wanted.onChange(() => {
    if (wanted.now() === current) return;
    current = wanted.now();
    set(current);
  });
}

export const systemLoginItem =
  (app: Pick<App, 'setLoginItemSettings'>): SetLoginItem =>
  (wanted) =>
    app.setLoginItemSettings({ openAtLogin: wanted });

/** On Linux Electron's own does nothing; a file in the autostart folder does. */
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
  return ['[Desktop Entry]', 'Type=Application', 'Name=Signalbox', `Exec=${command.map(quoted).join(' ')}`, 'Icon=signalbox', ''].join(
    '\n',
  );
}

/** As the desktop entry specification wants an argument: in quotes, with escapes, and the escapes escaped once more; % starts a field code. */
const quoted = (argument: string): string =>
  `"${argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
