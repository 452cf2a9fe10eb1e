import { app, nativeTheme, type WebPreferences } from 'electron';
import { appUrl } from './app-scheme';

/** The first colour of a window, before its styles are there; the same as --ground in tokens.css. */
const ground = { dark: '#16181d', light: '#fbfbfc' } as const;

export const groundNow = (): string => (nativeTheme.shouldUseDarkColors ? ground.dark : ground.light);

/** What our page may do, in whichever window it is shown: nothing but call the preload script. */
export const pagePreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  // A page without devtools can't be driven by tests either; whoever may pass this flag owns the process anyway.
  devTools: import.meta.env.DEV || app.commandLine.hasSwitch('remote-debugging-port'),
});

/** The page, or only its inbox. src/renderer/boot.ts reads which. */
export function pageUrl(view?: 'inbox'): string {
  const devServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
  const url = new URL(devServer ?? appUrl);
  if (view) url.searchParams.set('view', view);
  return url.href;
}
