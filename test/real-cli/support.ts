import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { type ClaudeHome, claudeHome } from '../../e2e/support/claude-home';
import { type Scenario, type ScriptedApi, startScriptedApi, text, tool } from '../../e2e/support/scripted-api';
import { presentClaudeVersions } from '../../scripts/claude-cli.mjs';
import { Log } from '../../src/main/base/log';
import { runVariable } from '../../src/main/claude/launch-plan';
import { Core } from '../../src/main/core';
import { Notices } from '../../src/main/notices';
import type { StartToolProcess } from '../../src/main/tools/tool-process-child';
import type { Ask } from '../../src/shared/ask';
import type { Decision } from '../../src/shared/decision';
import type { SessionId } from '../../src/shared/ids';
import type { NewSession, SessionState, SessionSummary } from '../../src/shared/session';
import type { Note, TranscriptItem } from '../../src/shared/transcript';
import { until } from '../until';

/** Each version of the real CLI that can be run here, with its executable. */
export const versions = Object.entries(presentClaudeVersions());

/** A tool call that a play makes. */
export const bash = (command: string) => tool('Bash', { command, description: 'Do it' });

/** A scripted answer of the model. */
export const remember = [(what: string) => text(`I will remember ${what}.`)];

const StoredRuns = z.looseObject({ runs: z.array(z.string()) });

export interface BoxOptions {
  /** The executable that sessions run. */
  readonly claude: string;
  readonly scenario: Scenario;
  readonly env?: Readonly<Record<string, string>>;
  /** Starts the processes of tools from folders. */
  readonly startToolProcess?: StartToolProcess;
}

/** A box for the tests of one block: created before the first, cleared after each, removed after the last. */
export function useBox(options: BoxOptions): Box {
  const box = new Box(options);
  beforeAll(() => box.open());
  afterEach(() => box.clear());
  afterAll(() => box.remove());
  return box;
}

interface Opened {
  readonly api: ScriptedApi;
  readonly home: ClaudeHome;
  readonly userData: string;
  readonly core: Core;
}

/** The app without its windows, on a real CLI with its own home and a scripted model. */
export class Box {
  readonly #scenario: Scenario;
  readonly #startToolProcess: StartToolProcess | undefined;
  #env: Readonly<Record<string, string>>;
  #opened: Opened | null = null;

  constructor({ claude, scenario, env = {}, startToolProcess }: BoxOptions) {
    this.#scenario = scenario;
    this.#startToolProcess = startToolProcess;
    this.#env = { SIGNALBOX_CLAUDE: claude, ...env };
  }

  async open(): Promise<void> {
    const api = await startScriptedApi(this.#scenario);
    const home = claudeHome({ apiUrl: api.url });
    const userData = path.join(home.home, 'signalbox');
    mkdirSync(userData);
    this.#env = { ...home.env, ...this.#env };
    this.#opened = { api, home, userData, core: this.#makeCore(userData) };
  }

  get api(): ScriptedApi {
    return this.#here.api;
  }

  get userData(): string {
    return this.#here.userData;
  }

  get home(): ClaudeHome {
    return this.#here.home;
  }

  get core(): Core {
    return this.#here.core;
  }

  /** Starts the app again on the same user data. The earlier one must be closed. */
  reopen(env: Readonly<Record<string, string>> = {}): Core {
    this.#env = { ...this.#env, ...env };
    this.#opened = { ...this.#here, core: this.#makeCore(this.#here.userData) };
    return this.core;
  }

  /** A folder for sessions to work in. Its name has no characters that are special in a shell or a URL. */
  folder(): string {
    return realpathSync(mkdtempSync(path.join(this.home.project, 'folder-')));
  }

  async start(words: string | null, options: Partial<NewSession> = {}): Promise<Talk> {
    const message = words === null ? null : { text: words, images: [] };
    const usual = { folder: options.folder ?? this.folder(), message, model: null, planFirst: false, trust: null, demo: false };
    return this.talk(await this.core.sessions.create({ ...usual, ...options }));
  }

  /** Starts a session in which Claude was told to remember something, and waits until it is idle and on disk. Needs the play `remember`. */
  async afterOneTurn(what: string, folder = this.folder()): Promise<Talk> {
    const talk = await this.start(`[[remember:${what}]]`, { folder });
    expect(await talk.outcomes(1)).toEqual(['done']);
    await talk.reaches('idle');
    await this.onDisk(`I will remember ${what}.`);
    return talk;
  }

  talk(id: SessionId): Talk {
    return new Talk(this, id);
  }

  /** Ends every session, so that the next test starts with a quiet machine. */
  async clear(): Promise<void> {
    await Promise.all(this.core.sessions.list.sessions.map(({ id }) => this.core.sessions.close(id)));
  }

  /** Removes everything, and fails if processes are left. */
  async remove(): Promise<void> {
    await this.core.close();
    await this.api.close();
    const left = this.#marked();
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await this.home.remove();
    expect(left).toEqual([]);
  }

  /** The command lines of all processes that runs of this box started. */
  processes(): string[] {
    return this.#marked().map(({ command }) => command);
  }

  #marked(): { pid: number; command: string }[] {
    const known = StoredRuns.parse(JSON.parse(readFileSync(path.join(this.#here.userData, 'sessions.json'), 'utf8')));
    const marks = new Set(known.runs.map((id) => `${runVariable}=${id}`));
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (!variables.some((variable) => marks.has(variable))) return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
      } catch {
        return [];
      }
    });
  }

  /** The whole conversation as the model saw it when it received this text. */
  async contextOf(words: string): Promise<string> {
    const { messages } = await this.api.waitForRequest((request) => request.text.includes(words));
    return messages.map((one) => `${one.role}: ${one.text}`).join('\n');
  }

  /** The CLI's own files, one for each conversation. */
  get transcripts(): string[] {
    return this.home.transcripts();
  }

  /** The CLI writes its transcripts with a delay, and loses unwritten lines when it dies. */
  async onDisk(words: string): Promise<void> {
    await until(() => expect(this.transcripts.some((file) => readFileSync(file, 'utf8').includes(words))).toBe(true));
  }

  get #here(): Opened {
    return this.#opened ?? expect.fail('the box is not open');
  }

  #makeCore(userData: string): Core {
    return new Core({
      userData,
      env: this.#env,
      demoAgent: '',
      nodePath: process.execPath,
      log: new Log({ folder: path.join(userData, 'logs') }),
      notices: new Notices(),
      send: () => undefined,
      ...(this.#startToolProcess ? { startToolProcess: this.#startToolProcess } : {}),
    });
  }
}

/** One session, as a person at the app uses it. */
export class Talk {
  readonly id: SessionId;
  /** The states it went through since this object was created, without repetitions. */
  readonly states: SessionState[] = [];
  /** What it reported about each retry. */
  readonly retries: NonNullable<SessionSummary['retry']>[] = [];
  readonly #box: Box;

  constructor(box: Box, id: SessionId) {
    this.id = id;
    this.#box = box;
    const watch = () => {
      const { state, retry } = this.#find() ?? {};
      if (state && state !== this.states.at(-1)) this.states.push(state);
      if (retry && retry !== this.retries.at(-1)) this.retries.push(retry);
    };
    watch();
    box.core.sessions.onChange(watch);
  }

  get session() {
    return this.#box.core.sessions.get(this.id);
  }

  get summary(): SessionSummary {
    return this.#find() ?? expect.fail('the session is closed');
  }

  /** The run's process. */
  get pid(): number {
    return this.summary.pid ?? expect.fail('there is no run');
  }

  send(words: string): { queued: boolean } {
    return this.session.send({ text: words, images: [] });
  }

  async reaches(state: SessionState): Promise<void> {
    await until(() => expect(this.summary).toMatchObject({ state }));
  }

  /** Waits until this many asks of the session are pending, and returns them. */
  asks(count: number): Promise<Ask[]> {
    return until(() => {
      const asks = this.#box.core.desk.list.filter(({ sessionId }) => sessionId === this.id);
      expect(asks).toHaveLength(count);
      return asks;
    });
  }

  async ask(): Promise<Ask> {
    const [ask] = await this.asks(1);
    return ask ?? expect.fail('nothing waits');
  }

  /** Waits for one pending ask, and answers it. */
  async decide(decision: Decision): Promise<void> {
    const { id } = await this.ask();
    await this.#box.core.desk.decide(id, decision, 'dialog');
  }

  /** The transcript, oldest first. */
  get items(): TranscriptItem[] {
    return this.#box.core.ledger.page(this.id, { from: 0, limit: 1_000 });
  }

  of<K extends TranscriptItem['kind']>(kind: K): Extract<TranscriptItem, { kind: K }>[] {
    return this.items.filter((item): item is Extract<TranscriptItem, { kind: K }> => item.kind === kind);
  }

  notes<W extends Note['what']>(what: W): Extract<Note, { what: W }>[] {
    return this.of('note').flatMap(({ note }) => (isNote(note, what) ? [note] : []));
  }

  /** Waits until this many turns have ended, and returns how. */
  outcomes(count: number): Promise<string[]> {
    return until(() => {
      const outcomes = this.of('result').map(({ outcome }) => outcome);
      expect(outcomes).toHaveLength(count);
      return outcomes;
    });
  }

  #find(): SessionSummary | undefined {
    return this.#box.core.sessions.list.sessions.find(({ id }) => id === this.id);
  }
}

const isNote = <W extends Note['what']>(note: Note, what: W): note is Extract<Note, { what: W }> => note.what === what;
