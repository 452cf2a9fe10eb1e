const electronVariables = new Set(['CHROME_DESKTOP', 'ORIGINAL_XDG_CURRENT_DESKTOP', 'NODE_ENV_ELECTRON_VITE']);

/** Removes the variables that Electron and its tools set for themselves: a child that inherits them may behave like our app. */
export function removeElectronVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ELECTRON_') && !electronVariables.has(name)));
}
