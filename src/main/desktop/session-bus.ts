import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Message, MessageBus } from 'dbus-native';

/** An object that a program exports on the bus. */
export interface BusObject {
  readonly service: string;
  readonly path: string;
  readonly interface: string;
}

/** The D-Bus session bus on Linux. */
export class SessionBus {
  readonly #bus: MessageBus;
  readonly #variant: (signature: string, value: unknown) => unknown;

  constructor(bus: MessageBus, variant: (signature: string, value: unknown) => unknown) {
    this.#bus = bus;
    this.#variant = variant;
  }

  /** Calls a method. The result comes from another program, so the caller must parse it. */
  async call({ service, path, interface: name }: BusObject, member: string, signature = '', body: unknown[] = []): Promise<unknown> {
    const message: Message = { destination: service, path, interface: name, member, ...(signature ? { signature, body } : {}) };
    return await this.#bus.invoke<unknown>(message);
  }

  property(object: BusObject, name: string): Promise<unknown> {
    const properties = { ...object, interface: 'org.freedesktop.DBus.Properties' };
    return this.call(properties, 'Get', 'ss', [object.interface, name]);
  }

  signal(path: string, name: string, member: string, signature: string, body: unknown[]): void {
    this.#bus.sendSignal(path, name, member, signature, body);
  }

  /** Wraps a value together with its D-Bus type. */
  variant(signature: string, value: unknown): unknown {
    return this.#variant(signature, value);
  }

  /** Listens to the signals of an object, and ignores those of programs that don't own its name. */
  async listen({ service, path, interface: name }: BusObject, listener: (member: string, body: readonly unknown[]) => void): Promise<void> {
    let owner = await this.#owner(service);
    await this.watchOwner(service, (now) => {
      owner = now;
    });
    this.#bus.connection.on('message', (message: Message) => {
      if (message.path !== path || message.interface !== name || message.sender !== owner || message.member === undefined) return;
      listener(message.member, message.body ?? []);
    });
    await this.#bus.addMatch(`type='signal',sender='${service}',path='${path}',interface='${name}'`);
  }

  /** Calls back with each new owner of a name, or null when it has no owner. */
  async watchOwner(service: string, listener: (owner: string | null) => void): Promise<void> {
    this.#bus.connection.on('message', (message: Message) => {
      if (message.member !== 'NameOwnerChanged' || message.sender !== 'org.freedesktop.DBus' || message.body?.[0] !== service) return;
      const owner = message.body[2];
      listener(typeof owner === 'string' && owner !== '' ? owner : null);
    });
    await this.#bus.addMatch(`type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${service}'`);
  }

  async close(): Promise<void> {
    await this.#bus.close();
  }

  /** Unlike a call to the name, this doesn't start the program behind it. */
  async #owner(service: string): Promise<string | null> {
    return await this.#bus.getNameOwner(service).catch(() => null);
  }
}

/** How long to wait for an answer. A notification daemon may need to start first. */
const timeoutMs = 5_000;

/** Connects to the session bus, or returns null if there is none. It loads the D-Bus library only now. */
export async function connectSessionBus(env: NodeJS.ProcessEnv, onError: (error: Error) => void): Promise<SessionBus | null> {
  const busAddress = addressOf(env);
  if (!busAddress) return null;
  const { default: dbus } = await import('dbus-native');
  try {
    const bus = dbus.sessionBus({ busAddress, timeout: timeoutMs });
    // Without a listener, an unreachable bus causes an uncaught exception.
    bus.connection.on('error', onError);
    await bus.getId();
    return new SessionBus(bus, (signature, value) => new dbus.Variant(signature, value));
  } catch {
    return null;
  }
}

function addressOf({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): string | null {
  // Chromium sets this value if it has found no bus.
  if (DBUS_SESSION_BUS_ADDRESS === 'disabled:') return null;
  if (DBUS_SESSION_BUS_ADDRESS) return DBUS_SESSION_BUS_ADDRESS;
  const socket = XDG_RUNTIME_DIR ? path.join(XDG_RUNTIME_DIR, 'bus') : null;
  return socket && existsSync(socket) ? `unix:path=${socket}` : null;
}
