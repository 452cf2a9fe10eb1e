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
import type { Ask } from '../../src/shared/ask';
import type { Decision } from '../../src/shared/decision';
import type { SessionId } from '../../src/shared/ids';
import type { NewSession, SessionState, SessionSummary } from '../../src/shared/session';
import type { Note, TranscriptItem } from '../../src/shared/transcript';
import { until } from '../until';

/** Each version of the real CLI that can be run here, with its executable. */
export const versions = Object.entries(presentClaudeVersions());

/** A call for a play to make. */
export const bash = (command: string) => tool('Bash', { command, description: 'Do it' });

/** A play. */
export const remember = [(what: string) => text(`I will remember ${what}.`)];

const StoredRuns = z.looseObject({ runs: z.array(z.string()) });

export interface BoxOptions {
  /** The executable that sessions run. */
  readonly claude: string;
  readonly scenario: Scenario;
  readonly env?: Readonly<Record<string, string>>;
}

/** A box for the tests of one block: opened before the first, cleared after each, removed after the last. */
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

/** The app without its windows, on a real CLI with a home of its own and a scripted model behind it. */
export class Box {
  readonly #scenario: Scenario;
  #env: Readonly<Record<string, string>>;
  #opened: Opened | null = null;

  constructor({ claude, scenario, env = {} }: BoxOptions) {
    this.#scenario = scenario;
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

  get home(): ClaudeHome {
    return this.#here.home;
  }

  get core(): Core {
    return this.#here.core;
  }

  /** Another life of the app on the same user data. The one before must be closed. */
  reopen(env: Readonly<Record<string, string>> = {}): Core {
    this.#env = { ...this.#env, ...env };
    this.#opened = { ...this.#here, core: this.#makeCore(this.#here.userData) };
    return this.core;
  }

  /** A folder for sessions to work in. Its name has no characters that a shell or a URL would mind. */
  folder(): string {
    return realpathSync(mkdtempSync(path.join(this.home.project, 'folder-')));
  }

  async start(words: string | null, options: Partial<NewSession> = {}): Promise<Talk> {
    const message = words === null ? null : { text: words, images: [] };
    const usual = { folder: options.folder ?? this.folder(), message, model: null, planFirst: false, trust: null, demo: false };
    return this.talk(await this.core.sessions.create({ ...usual, ...options }));
  }

  /** A session in which Claude was told to remember something, idle again, all of it on disk. Needs the play `remember`. */
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

  /** Ends every session, so that the next test has the machine to itself. */
  async clear(): Promise<void> {
    await Promise.all(this.core.sessions.list.sessions.map(({ id }) => this.core.sessions.close(id)));
  }

  /** Leaves nothing behind, and fails if there was something to be left. */
  async remove(): Promise<void> {
    await this.core.close();
    await this.api.close();
    const left = this.#marked();
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await this.home.remove();
    expect(left).toEqual([]);
  }

  /** The command lines of all processes, anywhere, that a run of this box started. */
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

  /** Everything that was said so far, as the model saw it when it was told these words. */
  async contextOf(words: string): Promise<string> {
    const { messages } = await this.api.waitForRequest((request) => request.text.includes(words));
    return messages.map((one) => `${one.role}: ${one.text}`).join('\n');
  }

  /** The CLI's own files, one for each conversation. */
  get transcripts(): string[] {
    return this.home.transcripts();
  }

  /** The CLI writes its transcripts a little late, and what it has not written dies with it. */
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
    });
  }
}

/** One session, as a person at the app uses it. */
export class Talk {
  readonly id: SessionId;
  /** The states it went through since this was made, each once in a row. */
  readonly states: SessionState[] = [];
  /** What it said of each further try, while it tried. */
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

  /** What waits in this session, once it is that many. */
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

  /** Answers the one ask that waits, or will. */
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

  /** How its turns ended, once that many have. */
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
