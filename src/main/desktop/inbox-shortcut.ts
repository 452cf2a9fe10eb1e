import type { GlobalShortcut } from 'electron';
import type { Surroundings } from './surroundings';

/** Keeps the chosen keys opening the inbox, whatever is in front. `onRefused` hears which keys could not be had; null when all is well. */
export function keepInboxShortcut(
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>,
  { settings, showInbox }: Pick<Surroundings, 'settings' | 'showInbox'>,
  onRefused: (keys: string | null) => void,
): () => void {
  let held: string | null = null;
  let wanted: string | null = null;
  const release = (): void => {
    if (held !== null) shortcuts.unregister(held);
    held = null;
  };
  const update = (): void => {
    const { globalShortcut } = settings.now();
    if (globalShortcut === wanted) return;
    wanted = globalShortcut;
    release();
    if (wanted === null) onRefused(null);
    else if (register(shortcuts, wanted, showInbox)) {
      held = wanted;
      onRefused(null);
    } else onRefused(wanted);
  };
  const end = settings.onChange(update);
  update();
  return () => {
    end();
    release();
  };
}

/** Electron throws on keys that it can't read: settings.json is also written by hand. */
function register(shortcuts: Pick<GlobalShortcut, 'register'>, keys: string, pressed: () => void): boolean {
  try {
    return shortcuts.register(keys, pressed);
  } catch {
    return false;
  }
}
