import type { createStore } from 'jotai';
import { settingsAtom } from '../base/app-state';

/** Keeps the page in the theme and the size of text that the person chose; tokens.css reads both from its root. */
export function followAppearance(store: ReturnType<typeof createStore>): void {
  store.sub(settingsAtom, () => {
    const settings = store.get(settingsAtom);
    if (!settings) return;
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme;
    dataset.fontSize = String(settings.fontSize);
  });
}
