import type { NotificationServer } from './notification-server';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifier';

/** The key that the specification gives to a click on the notification itself. With a label some daemons draw a button for it too. */
const clicked = 'default';

/** Notifications over the session bus, because Electron shows no buttons on Linux. */
export class FreedesktopNotifier implements Notifier {
  readonly hasButtons: boolean;
  readonly #server: NotificationServer;
  readonly #escapes: boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #shown = new Map<number, NotificationListener>();

  constructor(server: NotificationServer, capabilities: readonly string[], onFailure: (error: unknown) => void) {
    this.#server = server;
    this.#onFailure = onFailure;
    this.hasButtons = capabilities.includes('actions');
    this.#escapes = capabilities.includes('body-markup');
    server.onAction((id, key) => {
      const listener = this.#shown.get(id);
      if (key === clicked) listener?.opened();
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

  show({ title, body, buttons, stays }: NotificationContent, listener: NotificationListener): ShownNotification {
    const actions = this.hasButtons ? [clicked, '', ...buttons.flatMap(({ key, label }) => [key, label])] : [];
    const shown = this.#server.notify({ title, body: this.#escapes ? escapeMarkup(body) : body, actions, stays }).then(
      (id) => {
        this.#shown.set(id, listener);
        return id;
      },
      (error: unknown) => {
        this.#onFailure(error);
        return null;
      },
    );
    // It may be closed before the daemon has said its number.
    return { close: () => void shown.then((id) => (id === null ? undefined : this.#close(id))) };
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#shown.keys()].map((id) => this.#close(id)));
  }

  async #close(id: number): Promise<void> {
    // Already closed by the person, or by a daemon that is gone: its number may be another program's by now.
    if (!this.#shown.has(id)) return;
    // It is forgotten when the daemon says that it is closed: until then a button may be pressed, and hears that it is too late.
    await this.#server.close(id).catch(this.#onFailure);
  }
}

/** The body is markup to the daemon, and a model wrote it. */
const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
