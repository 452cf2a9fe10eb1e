import type { NotificationServer } from './notification-server';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifier';

/** The specification's key for a click on the notification itself. It has no label, because some daemons would draw a button. */
const defaultAction = 'default';

/** Shows notifications over the session bus, because Electron shows no buttons on Linux. */
export class FreedesktopNotifier implements Notifier {
  readonly hasButtons: boolean;
  readonly #server: NotificationServer;
  readonly #usesMarkup: boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #shown = new Map<number, NotificationListener>();

  constructor(server: NotificationServer, capabilities: readonly string[], onFailure: (error: unknown) => void) {
    this.#server = server;
    this.#onFailure = onFailure;
    this.hasButtons = capabilities.includes('actions');
    this.#usesMarkup = capabilities.includes('body-markup');
    server.onAction((id, key) => {
      const listener = this.#shown.get(id);
      if (key === defaultAction) listener?.opened();
      else listener?.pressed(key);
    });
    server.onClosed((id) => {
      const listener = this.#shown.get(id);
      this.#shown.delete(id);
      listener?.closed();
    });
    server.onGone(() => {
      const listeners = [...this.#shown.values()];
      this.#shown.clear();
      for (const listener of listeners) listener.closed();
    });
  }

  show({ title, body, buttons, persistent }: NotificationContent, listener: NotificationListener): ShownNotification {
    const actions = this.hasButtons ? [defaultAction, '', ...buttons.flatMap(({ key, label }) => [key, label])] : [];
    const shown = this.#server.notify({ title, body: this.#usesMarkup ? escapeMarkup(body) : body, actions, persistent }).then(
      (id) => {
        this.#shown.set(id, listener);
        return id;
      },
      (error: unknown) => {
        this.#onFailure(error);
        return null;
      },
    );
    // It may be closed before the daemon has returned its id.
    return { close: () => void shown.then((id) => (id === null ? undefined : this.#close(id))) };
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#shown.keys()].map((id) => this.#close(id)));
  }

  async #close(id: number): Promise<void> {
    // The user closed it, or the daemon exited, so the id may belong to another notification now.
    if (!this.#shown.has(id)) return;
    // Keep the listener until the daemon confirms: if a button is pressed until then, the user learns that it is too late.
    await this.#server.close(id).catch(this.#onFailure);
  }
}

/** The daemon renders the body as markup, and a model wrote it. */
const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
