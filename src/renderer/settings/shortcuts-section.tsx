import type { Settings } from '../../shared/settings';
import { ShortcutRecorder } from './shortcut-recorder';

export function ShortcutsSection({ settings }: { readonly settings: Settings }) {
  return <ShortcutRecorder shortcut={settings.globalShortcut} />;
}
