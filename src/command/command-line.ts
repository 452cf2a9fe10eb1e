import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type CommandName, isCommandName } from '../shared/command-names';
import { CommandFailure, exitCode } from './command-io';

type Options = NonNullable<ParseArgsConfig['options']>;

interface CommandSpec {
  /** What follows the name. */
  readonly takes: string;
  readonly does: string;
  readonly options: Options;
  /** How many words it takes; null for any number from the first on. */
  readonly words: readonly [least: number, most: number | null];
}

const json = { json: { type: 'boolean' } } as const satisfies Options;

/** Every command, for the parser, the help and the completion. */
const commands: Readonly<Record<CommandName, CommandSpec>> = {
  pending: { takes: '', does: 'list what waits', options: json, words: [0, 0] },
  sessions: { takes: '', does: 'list the sessions', options: json, words: [0, 0] },
  show: { takes: 'ID', does: 'print all of a request', options: json, words: [1, 1] },
  allow: { takes: 'ID', does: 'allow a call', options: { ...json, scope: { type: 'string' } }, words: [1, 1] },
  deny: {
    takes: 'ID',
    does: 'deny a request',
    options: { ...json, reason: { type: 'string' }, stop: { type: 'boolean' } },
    words: [1, 1],
  },
  answer: { takes: 'ID KEY=VALUE…', does: 'answer questions or a form', options: json, words: [2, null] },
  send: { takes: 'SESSION TEXT', does: 'send Claude a message', options: json, words: [2, null] },
  new: { takes: 'FOLDER [TEXT]', does: 'start a session in a trusted folder', options: json, words: [1, null] },
  interrupt: { takes: 'SESSION', does: 'interrupt the turn', options: json, words: [1, 1] },
  watch: { takes: '', does: 'print each event', options: { ...json, bell: { type: 'boolean' } }, words: [0, 0] },
  open: { takes: 'FOLDER', does: 'show New session for a folder', options: json, words: [1, 1] },
  status: { takes: '', does: 'say whether the app runs', options: json, words: [0, 0] },
  completion: { takes: 'bash|zsh|fish', does: 'print a script for completion', options: {}, words: [1, 1] },
  help: { takes: '', does: 'print this', options: {}, words: [0, 1] },
};

export interface Parsed {
  readonly name: CommandName;
  readonly words: readonly string[];
  readonly json: boolean;
  readonly scope: 'once' | 'session' | 'always' | undefined;
  readonly reason: string | undefined;
  readonly stop: boolean;
  readonly bell: boolean;
}

const usageError = (message: string) => new CommandFailure(exitCode.usage, message);

/** Reads the words after `signalbox`. Throws with a sentence if they make no sense. */
export function parseCommand(args: readonly string[]): Parsed {
  const [first = 'help', ...rest] = args;
  const name = first === '--help' || first === '-h' ? 'help' : first;
  if (!isCommandName(name)) throw usageError(`There is no command “${name}”. Try: signalbox help`);
  const { options, words, takes } = commands[name];
  const { values, positionals } = parse(name, rest, options);
  const [least, most] = words;
  if (positionals.length < least || (most !== null && positionals.length > most))
    throw usageError(`Usage: signalbox ${name} ${takes}`.trimEnd());
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    name,
    words: positionals,
    json: values.json === true,
    scope: toScope(text(values.scope)),
    reason: text(values.reason),
    stop: values.stop === true,
    bell: values.bell === true,
  };
}

function parse(name: string, args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(`${error instanceof Error ? error.message : String(error)} (signalbox ${name})`);
  }
}

function toScope(scope: string | undefined): Parsed['scope'] {
  switch (scope) {
    case undefined:
    case 'once':
    case 'session':
    case 'always':
      return scope;
    default:
      throw usageError('The scope is once, session or always.');
  }
}

/** Lists the commands. */
export function helpText(): string {
  const rows = Object.entries(commands).map(([name, { takes, does }]) => [`  signalbox ${name} ${takes}`.trimEnd(), does] as const);
  const width = Math.max(...rows.map(([usage]) => usage.length));
  const lines = rows.map(([usage, does]) => `${usage.padEnd(width)}  ${does}`);
  return `${lines.join('\n')}\n\nWith --json a command prints JSON. An ID is what “signalbox pending” prints. man signalbox says more.\n`;
}
