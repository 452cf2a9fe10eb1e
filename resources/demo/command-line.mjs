import { randomUUID } from 'node:crypto';
import { isRecord } from './json.mjs';

/** Words for stderr; the process then ends with exit code 1, as the CLI does. */
export class Refused extends Error {}

const MODES = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'];
const SWITCHES = ['-p', '--print', '--verbose', '--include-partial-messages', '--fork-session', '--strict-mcp-config', '--version'];
/** Flags of the CLI that take a value. Those that mean nothing to a story are accepted and left alone. */
const VALUES = [
  '--input-format',
  '--output-format',
  '--permission-prompt-tool',
  '--permission-mode',
  '--settings',
  '--setting-sources',
  '--session-id',
  '--resume',
  '--model',
  '--mcp-config',
  '--allowedTools',
  '--append-system-prompt',
];

/**
 * @typedef {object} Options
 * @property {string} sessionId the id this run speaks under
 * @property {string | undefined} resume the session to continue, or to fork when it differs from `sessionId`
 * @property {string} mode
 * @property {string} model
 * @property {boolean} partial stream deltas, or whole blocks only
 * @property {import('./permissions.mjs').Rule[]} allowed what needs no permission
 * @property {string[]} mcpServers the MCP servers that the app runs in itself
 */

/** @param {string[]} argv @returns {Options | 'version'} */
export function readCommandLine(argv) {
  const given = readFlags(argv);
  if (given.has('--version')) return 'version';
  const stdio = given.get('--input-format') === 'stream-json' && given.get('--output-format') === 'stream-json';
  if (!stdio || !(given.has('-p') || given.has('--print'))) throw new Refused('Error: the demo agent only speaks stream-json, with -p.');
  if (!given.has('--verbose')) throw new Refused('Error: When using --print, --output-format=stream-json requires --verbose');
  const mode = given.get('--permission-mode') ?? 'default';
  if (!MODES.includes(mode)) {
    throw new Refused(`error: option '--permission-mode <mode>' argument '${mode}' is invalid. Allowed choices are ${MODES.join(', ')}.`);
  }
  const named = given.get('--session-id');
  if (named !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named)) {
    throw new Refused('Error: Invalid session ID. Must be a valid UUID.');
  }
  const resume = given.get('--resume');
  const sessionId = resume && !given.has('--fork-session') ? resume : (named ?? randomUUID());
  return {
    sessionId,
    resume,
    mode,
    model: given.get('--model') ?? 'default',
    partial: given.has('--include-partial-messages'),
    allowed: readRules(given.get('--allowedTools') ?? ''),
    mcpServers: readMcpServers(given.get('--mcp-config') ?? '{}'),
  };
}

/** Rules such as `Bash(git *)`, with commas or blanks between them. @param {string} text */
const readRules = (text) =>
  [...text.matchAll(/([^\s,()]+)(?:\(([^)]*)\))?/g)].map(([, toolName = '', ruleContent]) => ({ toolName, ruleContent }));

/** The names of the servers of type `sdk`. No others are started, and the name of a file is left alone. @param {string} text */
function readMcpServers(text) {
  if (!text.trimStart().startsWith('{')) return [];
  try {
    const config = JSON.parse(text);
    const servers = isRecord(config) && isRecord(config.mcpServers) ? config.mcpServers : {};
    return Object.entries(servers).flatMap(([name, server]) => (isRecord(server) && server.type === 'sdk' ? [name] : []));
  } catch {
    throw new Refused(`Error: Invalid MCP configuration:\nMCP config is not valid JSON: ${text}`);
  }
}

/** @param {string[]} argv */
function readFlags(argv) {
  /** @type {Map<string, string>} */
  const given = new Map();
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const cut = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = cut > 0 ? word.slice(0, cut) : word;
    if (SWITCHES.includes(name) && cut < 0) given.set(name, '');
    else if (VALUES.includes(name)) {
      const value = cut > 0 ? word.slice(cut + 1) : rest.shift();
      if (value === undefined) throw new Refused(`error: option '${name}' argument missing`);
      given.set(name, value);
    } else throw new Refused(`error: unknown option '${word}'`);
  }
  return given;
}
