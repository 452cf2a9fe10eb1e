/** What Electron and its tools set for themselves; a program started with it may behave as if it were our app. */
export function withoutElectron(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const own = new Set(['CHROME_DESKTOP', 'ORIGINAL_XDG_CURRENT_DESKTOP', 'NODE_ENV_ELECTRON_VITE']);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ELECTRON_') && !own.has(name)));
}
