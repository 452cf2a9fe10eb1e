import { app, nativeTheme, type WebPreferences } from 'electron';
import { appUrl } from './app-scheme';

/** The background of a window until its styles are loaded. It must match --ground in tokens.css. */
const backgroundColors = { dark: '#16181d', light: '#fbfbfc' } as const;

export const windowBackground = (): string => (nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light);

/** The restrictions on our page in every window: it can only call the preload script. */
export const pagePreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  // Tests need devtools to drive the page. Anyone who can pass this flag already controls the process.
  devTools: import.meta.env.DEV || app.commandLine.hasSwitch('remote-debugging-port'),
});

/** Returns the URL of the page, or of the inbox alone. src/renderer/boot.ts reads the parameter. */
export function pageUrl(view?: 'inbox'): string {
  const devServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
  const url = new URL(devServer ?? appUrl);
  if (view) url.searchParams.set('view', view);
  return url.href;
}
