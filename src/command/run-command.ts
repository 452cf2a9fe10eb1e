import { PendingAnswer, SessionsAnswer } from '../shared/api';
import { type CommandName, idsCommand } from '../shared/command-names';
import { allow, answer, deny, interrupt, listPending, listSessions, openFolder, send, showRequest, startSession, status } from './act';
import { ApiClient } from './api-client';
import { CommandFailure, type CommandIo, type ExitCode, exitCode } from './command-io';
import { helpText, type Parsed, parseCommand } from './command-line';
import { completionScript } from './completion';
import { findSocket } from './find-socket';
import { shortIds } from './short-ids';
import { watch } from './watch';

const acts = {
  pending: listPending,
  sessions: listSessions,
  show: showRequest,
  allow,
  deny,
  answer,
  send,
  new: startSession,
  interrupt,
  open: openFolder,
  status,
} as const;

/** Runs one command line. Returns its exit code. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    if (args[0] === idsCommand) io.print(await readIds(new ApiClient(findSocket(io)), args[1] ?? ''));
    else await run(parseCommand(args), io);
    return exitCode.done;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    io.printError(`${error.message}\n`);
    return error.exit;
  }
}

async function run(parsed: Parsed, io: CommandIo): Promise<void> {
  const { name, json, words } = parsed;
  switch (name) {
    case 'help':
      return io.print(helpText());
    case 'completion':
      return io.print(completionScript(words[0] ?? ''));
    case 'watch':
      return watch(io, parsed);
    default: {
      const printed = await act(name, parsed, io);
      io.print(json ? `${JSON.stringify(printed.json)}\n` : printed.text);
    }
  }
}

async function act(name: Exclude<CommandName, 'help' | 'completion' | 'watch'>, parsed: Parsed, io: CommandIo) {
  try {
    return await acts[name](new ApiClient(findSocket(io)), parsed, io);
  } catch (error) {
    // A program that asks whether the app runs gets an answer to parse.
    if (name === 'status' && parsed.json && error instanceof CommandFailure && error.exit === exitCode.notRunning)
      io.print(`${JSON.stringify({ running: false, socket: null, http: null, version: null })}\n`);
    throw error;
  }
}

async function readIds(client: ApiClient, what: string): Promise<string> {
  const ids =
    what === 'sessions'
      ? (await client.get('/api/sessions', SessionsAnswer)).sessions.map(({ id }) => id)
      : shortIds((await client.get('/api/pending', PendingAnswer)).pending.map(({ requestId }) => requestId));
  return ids.map((id) => `${id}\n`).join('');
}
