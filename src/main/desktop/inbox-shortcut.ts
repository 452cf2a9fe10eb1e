import type { GlobalShortcut } from 'electron';
import type { DesktopDependencies } from './desktop-dependencies';

/** Keeps the chosen global shortcut registered. `onRefused` gets the keys that could not be registered, or null if there are none. */
export function syncInboxShortcut(
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>,
  { settings, showInbox }: Pick<DesktopDependencies, 'settings' | 'showInbox'>,
  onRefused: (keys: string | null) => void,
): () => void {
  let held: string | null = null;
  let wanted: string | null = null;
  const release = (): void => {
    if (held !== null) shortcuts.unregister(held);
    held = null;
  };
  const update = (): void => {
    const { globalShortcut } = settings.get();
    if (globalShortcut === wanted) return;
    wanted = globalShortcut;
    release();
    if (wanted === null) onRefused(null);
    else if (register(shortcuts, wanted, showInbox)) {
      held = wanted;
      onRefused(null);
    } else onRefused(wanted);
  };
  const dispose = settings.onChange(update);
  update();
  return () => {
    dispose();
    release();
  };
}

/** Electron throws on invalid keys, which a hand-edited settings.json may contain. */
function register(shortcuts: Pick<GlobalShortcut, 'register'>, keys: string, pressed: () => void): boolean {
  try {
    return shortcuts.register(keys, pressed);
  } catch {
    return false;
  }
}
