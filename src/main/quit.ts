/** The part of Electron's app that quitting needs. */
export interface Quittable {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

export interface QuitOptions {
  /** Whether the person still wants it, once they know what it means. */
  readonly mayQuit?: () => Promise<boolean>;
  readonly graceMs?: number;
}

/**
 * The app quits when nothing of it runs any more: the first wish to quit is put off until `close` is done.
 * A `close` that fails or takes too long does not keep the person from quitting: what is left dies with the app.
 */
export function quitAfter(
  app: Quittable,
  close: () => Promise<void>,
  { mayQuit = async () => true, graceMs = 20_000 }: QuitOptions = {},
): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  const quit = (): void => {
    state = 'closed';
    app.quit();
  };
  const closeInTime = (): Promise<void> => {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, graceMs).unref();
    });
    return Promise.race([Promise.resolve().then(close), late]).then(quit, quit);
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void mayQuit()
      .catch(() => true)
      .then((wanted) => {
        if (wanted) void closeInTime();
        else state = 'running';
      });
  });
}
