import type { App, Session } from 'electron';
import type { Log } from '../base/log';

/** No page leaves ours, opens a window, embeds another or gets a device: whatever it is made to try. */
export function lockDown(app: App, log: Log, openLink: (url: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('will-navigate', (event) => {
      // The page loads itself again. It was given its address by us and has had no other.
      if (event.isMainFrame && event.url === contents.getURL()) return;
      event.preventDefault();
      log.warn('navigation denied', { url: event.url });
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: 'deny' };
    });
  });
}

export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // With any language set, Chromium downloads its dictionary; `spellcheck: false` alone does not stop that.
  session.setSpellCheckerLanguages([]);
}
