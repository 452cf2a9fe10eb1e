import type { App, Session } from 'electron';
import type { Log } from '../base/log';

/** Prevents pages from navigating, opening windows and embedding other pages, even if their content is compromised. */
export function lockDown(app: App, log: Log, openLink: (url: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('will-navigate', (event) => {
      // A reload is fine: the page only ever has the URL that we gave it.
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

/** Denies all permissions, devices and downloads. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // Chromium downloads a dictionary if any language is set, even with `spellcheck: false`.
  session.setSpellCheckerLanguages([]);
}
