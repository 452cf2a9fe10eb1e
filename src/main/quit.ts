/** The part of Electron's app that quitting needs. */
export interface Quittable {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

export interface QuitOptions {
  /** Asks the person whether to quit. Without it the app just quits. */
  readonly mayQuit?: () => Promise<boolean>;
  /** Told why `close` failed or that it took too long. The app quits all the same. */
  readonly onFailure: (error: unknown) => void;
  readonly graceMs?: number;
}

/**
 * Delays the first attempt to quit until `close` is done. A `close` that fails or takes too long does not keep the app from quitting:
 * whatever it left running dies with the app.
 */
export function quitAfter(
  app: Quittable,
  close: () => Promise<void>,
  { mayQuit = async () => true, onFailure, graceMs = 20_000 }: QuitOptions,
): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  const closeInTime = async (): Promise<void> => {
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`Closing took longer than ${graceMs / 1_000} s.`)), graceMs).unref();
    });
    try {
      await Promise.race([Promise.resolve().then(close), late]);
    } catch (error) {
      onFailure(error);
    }
    state = 'closed';
    app.quit();
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
