/**
 * The demo agent: speaks the CLI's stream-json protocol over stdio and plays a scenario, so that everything can be seen
 * and tested without an account. Runs in any Node from 20 on, Electron's included.
 */

import { Refused, readCommandLine } from './command-line.mjs';
import { Conversation } from './conversation.mjs';
import { Lines } from './lines.mjs';
import { Scenario } from './scenario.mjs';
import { VERSION } from './self.mjs';
import { Session } from './session.mjs';
import { endCommands } from './shell.mjs';
import { danglingCall, Transcript } from './transcript.mjs';

/** Ends once everything printed has been handed over. @param {number} code */
const exit = (code) => process.stdout.write('', () => exitNow(code));

/** @param {number} code @returns {never} */
function exitNow(code) {
  endCommands();
  process.exit(code);
}

/** @param {string} words @returns {never} */
function refuse(words) {
  process.stderr.write(`${words}\n`);
  return exitNow(1);
}

function start() {
  const options = readCommandLine(process.argv.slice(2));
  if (options === 'version') return void process.stdout.write(`${VERSION} (Signalbox demo agent)\n`);
  const cwd = process.cwd();
  const scenario = Scenario.load(process.env.SIGNALBOX_DEMO_SCENARIO ?? 'story');
  const transcript = new Transcript(cwd, options.sessionId);
  const session = new Session(options, cwd, transcript);
  const conversation = new Conversation(session, options.mcpServers, scenario, exit);
  if (options.resume === undefined && transcript.exists) throw new Refused(`Error: Session ID ${options.sessionId} is already in use.`);
  if (options.resume !== undefined) resume(options.resume, session, conversation);
  listen(session, conversation);
}

/** @param {string} id @param {Session} session @param {Conversation} conversation */
function resume(id, session, conversation) {
  const earlier = new Transcript(session.cwd, id);
  if (!earlier.exists) {
    const words = `No conversation found with session ID: ${id}`;
    session.say({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      duration_ms: 0,
      num_turns: 0,
      stop_reason: null,
      ...session.meter.fields(),
      permission_denials: [],
      errors: [words],
    });
    throw new Refused(words);
  }
  const lines = earlier.read();
  session.transcript.continueFrom(lines);
  conversation.continueFrom(lines.findLast(({ type }) => type === 'demo-position') ?? {}, danglingCall(lines));
}

/** @param {Session} session @param {Conversation} conversation */
function listen(session, conversation) {
  const lines = new Lines();
  process.stdin.on('data', (chunk) => {
    lines.push(chunk, (line) => {
      try {
        if (line !== '') conversation.receive(JSON.parse(line));
      } catch (error) {
        refuse(`Error parsing streaming input line: ${line.slice(0, 2_000)}: ${error}`);
      }
    });
  });
  process.stdin.on('end', () => conversation.endInput());
  // The other side is gone: there is nobody to tell anything.
  process.stdout.on('error', () => exitNow(1));
  process.on('SIGTERM', () => session.stubborn || exitNow(143));
  process.on('SIGHUP', () => session.stubborn || exitNow(129));
  process.on('SIGINT', () => session.stubborn || conversation.endAfterInterrupt());
}

try {
  start();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  refuse(error.message);
}
