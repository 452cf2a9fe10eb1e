import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isRecord, list, str } from './json.mjs';

/** @typedef {import('./json.mjs').Json} Json */

/**
 * @typedef {object} Dangling a tool call whose result never came
 * @property {string} id
 * @property {string} name
 * @property {Json} input
 * @property {Json} line the assistant's line it is in
 * @property {boolean} marked asked for again by a `hook_deferred_tool` line
 */

/**
 * The session's file, laid out as the CLI lays out its own, so that what reads those can read it.
 * Where the story stands is kept in the same file, as one more kind of line that readers skip.
 */
export class Transcript {
  #file;
  #id;
  #cwd;
  /** @type {Json[]} */
  #copied = [];
  /** @type {string | null} */
  #leaf = null;
  #ready = false;
  #told = false;

  /** @param {string} cwd @param {string} id */
  constructor(cwd, id) {
    const home = process.env.CLAUDE_CONFIG_DIR ?? path.join(homedir(), '.claude');
    const slug = realpathSync(cwd)
      .replace(/[^A-Za-z0-9]/g, '-')
      .slice(0, 200);
    this.#file = path.join(home, 'projects', slug, `${id}.jsonl`);
    this.#id = id;
    this.#cwd = cwd;
  }

  get exists() {
    return existsSync(this.#file);
  }

  /** Every readable line: a crash may have cut the last one. @returns {Json[]} */
  read() {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .map(parsed)
      .filter((line) => line !== null);
  }

  /** Goes on from an earlier session's lines; they are copied if it was another one, and only once there is more to say. @param {Json[]} lines */
  continueFrom(lines) {
    this.#leaf = str(messages(lines).at(-1)?.uuid) || null;
    this.#copied = this.exists ? [] : lines.map((line) => ({ ...line, sessionId: this.#id }));
  }

  /** Adds a message to the conversation. @param {Json} line with type, message and uuid */
  add(line) {
    this.#write({
      parentUuid: this.#leaf,
      isSidechain: false,
      ...line,
      timestamp: new Date().toISOString(),
      userType: 'external',
      entrypoint: 'sdk-cli',
      cwd: this.#cwd,
      version: '2.1.197',
      gitBranch: '',
      sessionId: this.#id,
    });
    this.#leaf = str(line.uuid);
  }

  /** Adds a line about the session. @param {Json} line */
  note(line) {
    this.#write({ ...line, sessionId: this.#id });
  }

  /** The preview and the leaf that a reader of the CLI's files looks for. @param {string} lastPrompt */
  notePrompt(lastPrompt) {
    if (this.#leaf) this.note({ type: 'last-prompt', lastPrompt, leafUuid: this.#leaf });
  }

  /** @param {Json} line */
  #write(line) {
    const text = [...this.#copied.splice(0), line].map((each) => `${JSON.stringify(each)}\n`).join('');
    try {
      if (!this.#ready) mkdirSync(path.dirname(this.#file), { recursive: true });
      this.#ready = true;
      appendFileSync(this.#file, text);
    } catch (error) {
      if (!this.#told) process.stderr.write(`The transcript can't be written: ${error}\n`);
      this.#told = true;
    }
  }
}

/** The call that waited for an answer when the last run ended. @param {Json[]} lines @returns {Dangling | null} */
export function danglingCall(lines) {
  const last = messages(lines).at(-1);
  if (last?.type !== 'assistant') return null;
  const after = lines.slice(lines.indexOf(last) + 1).map((line) => (isRecord(line.attachment) ? line.attachment : {}));
  const marker = after.find(({ type }) => type === 'hook_deferred_tool');
  // The CLI, too, makes the call as the model made it, whatever input the mark has.
  const call = calls(marker ? lines : [last]).findLast(({ id }) => !marker || id === marker.toolUseID);
  if (!call) return null;
  return {
    id: str(call.id),
    name: str(call.name),
    input: isRecord(call.input) ? call.input : {},
    line: last,
    marked: marker !== undefined,
  };
}

/** The tool calls in these lines. @param {Json[]} lines */
const calls = (lines) =>
  lines
    .filter(({ type }) => type === 'assistant')
    .flatMap(({ message }) => (isRecord(message) ? list(message.content).filter(isRecord) : []))
    .filter(({ type }) => type === 'tool_use');

/** @param {Json[]} lines */
const messages = (lines) => lines.filter(({ type }) => type === 'user' || type === 'assistant');

/** @param {string} text @returns {Json | null} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
