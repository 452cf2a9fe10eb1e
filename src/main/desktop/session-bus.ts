import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Message, MessageBus } from 'dbus-native';

/** One object of a program on the bus. */
export interface BusObject {
  readonly service: string;
  readonly path: string;
  readonly interface: string;
}

/** The person's session bus on Linux: calls, signals, and whether a program is there. */
export class SessionBus {
  readonly #bus: MessageBus;
  readonly #variant: (signature: string, value: unknown) => unknown;

  constructor(bus: MessageBus, variant: (signature: string, value: unknown) => unknown) {
    this.#bus = bus;
    this.#variant = variant;
  }

  /** What comes back is whatever the other program sent: parse it. */
  async call({ service, path, interface: name }: BusObject, member: string, signature = '', body: unknown[] = []): Promise<unknown> {
    const message: Message = { destination: service, path, interface: name, member, ...(signature ? { signature, body } : {}) };
    return await this.#bus.invoke<unknown>(message);
  }

  /** Reads a property of an object. */
  property(object: BusObject, name: string): Promise<unknown> {
    const properties = { ...object, interface: 'org.freedesktop.DBus.Properties' };
    return this.call(properties, 'Get', 'ss', [object.interface, name]);
  }

  signal(path: string, name: string, member: string, signature: string, body: unknown[]): void {
    this.#bus.sendSignal(path, name, member, signature, body);
  }

  /** A value that says its own type, as in the hints of a notification. */
  typed(signature: string, value: unknown): unknown {
    return this.#variant(signature, value);
  }

  /** Signals of this object, from the program that owns its name and from no other. */
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

  /** Told of every new owner of a name; null when nobody has it any more. */
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

  /** Calling a name starts the program behind it, where it can be started; asking for its owner does not. */
  async #owner(service: string): Promise<string | null> {
    return await this.#bus.getNameOwner(service).catch(() => null);
  }
}

/** How long a program on the bus may take to answer: a notification daemon may only just be starting. */
const timeoutMs = 5_000;

/** Null where there is no session bus. The library is loaded here, so that nothing before needs it. */
export async function connectSessionBus(env: NodeJS.ProcessEnv, onError: (error: Error) => void): Promise<SessionBus | null> {
  const busAddress = addressOf(env);
  if (!busAddress) return null;
  const { default: dbus } = await import('dbus-native');
  try {
    const bus = dbus.sessionBus({ busAddress, timeout: timeoutMs });
    // Without a listener a bus that can't be reached is an uncaught exception.
    bus.connection.on('error', onError);
    await bus.getId();
    return new SessionBus(bus, (signature, value) => new dbus.Variant(signature, value));
  } catch {
    return null;
  }
}

function addressOf({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): string | null {
  // What Chromium writes there when it has found no bus.
  if (DBUS_SESSION_BUS_ADDRESS === 'disabled:') return null;
  if (DBUS_SESSION_BUS_ADDRESS) return DBUS_SESSION_BUS_ADDRESS;
  const socket = XDG_RUNTIME_DIR ? path.join(XDG_RUNTIME_DIR, 'bus') : null;
  return socket && existsSync(socket) ? `unix:path=${socket}` : null;
}
