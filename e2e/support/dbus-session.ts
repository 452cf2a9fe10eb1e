import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type MessageBus, sessionBus } from 'dbus-native';

/** A private session bus with nothing on it except what a test adds. */
export interface PrivateBus {
  readonly address: string;
  /** Environment variables that point programs to this bus. */
  readonly env: Readonly<Record<'DBUS_SESSION_BUS_ADDRESS' | 'XDG_RUNTIME_DIR', string>>;
  /** A folder for files of programs on the bus. */
  readonly folder: string;
  /** The test's own connection. */
  readonly bus: MessageBus;
  /** Starts a program on this bus. The program ends with the bus. */
  start(command: string, args: readonly string[]): ChildProcess;
  /** Resolves when a program has taken this name. */
  owned(name: string): Promise<void>;
  /** Ends the bus. Stop the app first, because Electron aborts if its bus ends before it. */
  stop(): Promise<void>;
}

/** The account that the session belongs to, in the form that `spawn` takes. */
export interface Login {
  readonly uid: number;
  readonly gid: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Without service folders the bus starts nothing by itself. The policy lets a test that runs as root onto the bus of another account. */
const config = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="root"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Without an account, the session belongs to the account that runs the tests. */
export async function startPrivateBus(login?: Login): Promise<PrivateBus> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bus-'));
  const file = path.join(folder, 'session.conf');
  writeFileSync(file, config);
  if (login) chownSync(folder, login.uid, login.gid);
  const daemon = spawn('dbus-daemon', [`--config-file=${file}`, '--nofork', '--print-address=1'], {
    ...login,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await firstLine(daemon);
  const env = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder };
  const bus = connect(address);
  const programs: ChildProcess[] = [];
  return {
    address,
    env,
    folder,
    bus,
    start: (command, args) => {
      const program = spawn(command, args, { ...login, stdio: 'ignore', env: { ...(login?.env ?? process.env), ...env } });
      programs.push(program);
      return program;
    },
    owned: (name) => owned(bus, name),
    stop: async () => {
      await bus.close();
      await Promise.all([...programs.reverse(), daemon].map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function connect(busAddress: string): MessageBus {
  const bus = sessionBus({ busAddress, timeout: 5_000 });
  bus.connection.on('error', () => undefined);
  return bus;
}

async function firstLine(daemon: ChildProcess): Promise<string> {
  if (!daemon.stdout) throw new Error('no output to read the address from');
  for await (const line of createInterface(daemon.stdout)) return line;
  throw new Error('dbus-daemon ended before it said its address');
}

async function owned(bus: MessageBus, name: string): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    bus.connection.on('message', ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body?.[0] === name && body[2] !== '') resolve();
    });
  });
  await bus.addMatch(`type='signal',member='NameOwnerChanged',arg0='${name}'`);
  if (!(await bus.nameHasOwner(name))) await taken;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill();
  });
}
