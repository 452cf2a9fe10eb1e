import type { createStore } from 'jotai';
import { settingsAtom } from '../base/app-state';

/** Applies the theme and the font size of the settings to the root element, where tokens.css reads them. */
export function followAppearance(store: ReturnType<typeof createStore>): void {
  store.sub(settingsAtom, () => {
    const settings = store.get(settingsAtom);
    if (!settings) return;
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme;
    dataset.fontSize = String(settings.fontSize);
  });
}
