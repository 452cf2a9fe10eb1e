import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { presentClaudeVersions } from '../scripts/claude-cli.mjs';
import type { Ask } from '../src/shared/ask';
import type { Decision } from '../src/shared/decision';
import type { AskId, SessionId } from '../src/shared/ids';
import { expect, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { stateOf } from './support/demo';
import { runProcesses } from './support/processes';
import { startScriptedApi, text, together, tool } from './support/scripted-api';

test.skip(process.platform !== 'linux', 'finds processes by their environment in /proc');

/** A few rounds in every run of the tests; `npm run faults` runs 200. */
const rounds = Number(process.env.SIGNALBOX_FAULT_ROUNDS ?? 2);
const sessionsPerRound = 3;
const mostCalls = 3;
/** Counted from one of the first asks: until then others arrive, the CLI writes to its transcript, and answers are on their way. */
const latestKillMs = 400;

/** A call in a session's message, and what the test knows about it. */
interface Call {
  readonly file: string;
  /** The desk had its ask before the kill. */
  ask: AskId | null;
  /** It was allowed before the kill. Whether the answer arrived depends on the moment of the kill. */
  answered: boolean;
}

/** One session of a round. */
interface Subject {
  readonly id: SessionId;
  /** The calls of one message: the CLI asks about commands one after the other, and about reads all at once. */
  readonly calls: readonly Call[];
}

/** Each call that is really made leaves one file, whatever anyone reports about it. */
const marksOf = (file: string): string => `${file}-marks`;
/** For a read, a hook of the CLI leaves the file. */
const markRead = `echo ran >> "$(sed -E 's/.*"file_path":"([^"]*)".*/\\1/')-marks"`;

const marks = ({ file }: Call): number =>
  existsSync(marksOf(file)) ? readFileSync(marksOf(file), 'utf8').split('\n').filter(Boolean).length : 0;

const isAbout = (ask: Ask, { file }: Call): boolean => JSON.stringify(ask.input).includes(file);
const coin = (): boolean => Math.random() < 0.5;
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);

for (const [version, claude] of Object.entries(presentClaudeVersions())) {
  test(`claude ${version}: kill -9 of the app at any moment loses no ask, delivers none twice, and runs nothing unanswered`, async ({
    launch,
    userData,
  }) => {
    test.setTimeout(60_000 + rounds * 40_000);
    const api = await startScriptedApi({ plays: { make: [(files) => together(...files.split(' ').map(toReply)), text('Made.')] } });
    const home = claudeHome({ apiUrl: api.url });
    const afterReads = [{ matcher: 'Read', hooks: [{ type: 'command', command: markRead }] }];
    writeFileSync(path.join(home.configDir, 'settings.json'), JSON.stringify({ hooks: { PostToolUse: afterReads } }));
    const counts = { asks: 0, together: 0, sameCall: 0, ranBefore: 0, notMade: 0, lost: 0, twice: 0, unanswered: 0, neverAsked: 0 };
    try {
      for (let round = 0; round < rounds; round++) {
        const subjects: Subject[] = [];
        const first = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: claude } });
        for (let i = 0; i < sessionsPerRound; i++) subjects.push(await begin(first));
        await killAtRandom(first, subjects);
        // Also ends everything that the runs started, because it may still leave a file.
        await expect.poll(() => runProcesses(userData)).toEqual([]);

        const second = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: claude } });
        for (const subject of subjects) await account(second, subject);
        for (const { id } of subjects) await request(second.window, 'sessions.close', { id });
        await second.close();
      }
    } finally {
      process.stdout.write(`claude ${version}, ${rounds} rounds of kill -9: ${JSON.stringify(counts)}\n`);
      await api.close();
      await home.remove();
    }
    expect(counts).toMatchObject({ lost: 0, twice: 0, unanswered: 0 });
    expect(counts.asks).toBeGreaterThan(0);
    expect(counts.asks).toBe(counts.sameCall + counts.ranBefore + counts.notMade);

    async function begin({ window }: RunningApp): Promise<Subject> {
      const folder = mkdtempSync(path.join(home.project, 'folder-'));
      // Outside the session's folder, because reads inside it are not asked about.
      const elsewhere = mkdtempSync(path.join(home.project, 'files-'));
      const calls = Array.from({ length: upTo(mostCalls) }, (_, index): Call => {
        const file = path.join(elsewhere, `${coin() ? 'Bash' : 'Read'}-${index}`);
        writeFileSync(file, 'to be read');
        return { file, ask: null, answered: false };
      });
      const message = { text: `[[make:${calls.map(({ file }) => file).join(' ')}]]`, images: [] };
      const { id } = await request(window, 'sessions.create', { folder, message, model: null, planFirst: false, trust: true, demo: false });
      return { id, calls };
    }

    /** Watches the asks arrive, answers some of them, and kills the app in the middle of it. */
    async function killAtRandom({ window, process: app }: RunningApp, subjects: readonly Subject[]): Promise<void> {
      let deadline = Number.POSITIVE_INFINITY;
      // Each session asks at least once before it gets an answer, so this many asks are certain.
      let untilCounted = upTo(sessionsPerRound);
      while (Date.now() < deadline) {
        for (const ask of await request(window, 'asks.list')) {
          const call = subjects.flatMap(({ calls }) => calls).find((one) => isAbout(ask, one));
          if (!call || call.ask) continue;
          call.ask = ask.id;
          if (--untilCounted === 0) deadline = Date.now() + Math.random() * latestKillMs;
          if (coin()) continue;
          call.answered = true;
          // Not awaited: the kill may come before, during or after its delivery.
          request(window, 'asks.decide', { id: ask.id, decision: { answer: 'allow' }, surface: 'card' }).catch(() => undefined);
        }
        await wait(2);
      }
      app.kill('SIGKILL');
    }

    /** Whether the CLI's transcript has a result of the call, other than that nobody answered. */
    function hasResult(ask: AskId): boolean {
      const result = `"tool_use_id":"${ask.split('/').at(-1)}"`;
      const lines = home.transcripts().flatMap((file) => readFileSync(file, 'utf8').split('\n'));
      return lines.some((line) => line.includes(result) && !line.includes('Tool permission stream closed before response'));
    }

    /**
     * Answers the ask. Returns whether the answer from before the kill had arrived: then the call has its result, even if the
     * command ended with the CLI before it left a file. Without such an answer nothing can have arrived.
     */
    async function hadArrived(window: RunningApp['window'], { answered }: Call, id: AskId, decision: Decision): Promise<boolean> {
      try {
        await request(window, 'asks.decide', { id, decision, surface: 'card' });
        return false;
      } catch (error) {
        if (!answered || !/already-answered|ask-gone/.test(String(error)) || !hasResult(id)) throw error;
        return true;
      }
    }

    /** Checks one session: every call that it asked about must be accounted for. */
    async function account({ window }: RunningApp, { id, calls }: Subject): Promise<void> {
      const asks = await request(window, 'asks.list');
      const found = calls.map((call) => ({ call, before: marks(call), open: asks.find((ask) => isAbout(ask, call)) }));
      const arrived = new Set<Call>();
      const answer = async ({ call, before, open }: (typeof found)[number]): Promise<void> => {
        // It ran. The person is told that it may have run, and does not want it twice.
        if (open && before === 1) expect(open.note).toBe('may-have-run');
        if (open && !call.answered) expect(open.note).toBe('app-restarted');
        const decision: Decision = before === 1 ? { answer: 'deny', reason: 'it ran' } : { answer: 'allow' };
        // Only an answer that arrived may remove an ask from the desk.
        const isThere = open
          ? await hadArrived(window, call, open.id, decision)
          : call.answered && call.ask !== null && hasResult(call.ask);
        if (isThere) arrived.add(call);
      };
      const inTurn = coin() ? found : found.toReversed();
      if (coin()) await Promise.all(inTurn.map(answer));
      else for (const one of inTurn) await answer(one);
      if (found.some(({ call, open }) => open && !arrived.has(call)))
        await expect.poll(() => stateOf(window, id), { timeout: 30_000 }).toBe('idle');

      const { items } = await request(window, 'transcript.page', { id, limit: 100 });
      const isTold = /your call of (Bash|Read) was (not )?made.*The user has answered it only now/i;
      let told = items.filter((item) => item.kind === 'user' && isTold.test(item.text)).length;
      const fateOf = ({ call, before, open }: (typeof found)[number]): keyof typeof counts => {
        const made = marks(call);
        if (!call.ask && !open) return made > 0 ? 'unanswered' : 'neverAsked';
        if (!call.answered && before > 0) return 'unanswered';
        if (made > 1) return 'twice';
        if (arrived.has(call) || (call.answered && before === 1)) return 'ranBefore';
        if (made === 1) return 'sameCall';
        return open && told-- > 0 ? 'notMade' : 'lost';
      };
      for (const one of found) {
        const fate = fateOf(one);
        counts[fate]++;
        if (fate === 'neverAsked') continue;
        counts.asks++;
        if (calls.length > 1) counts.together++;
      }
      // If Claude is told that a call was not made, or may not have been, then it was not made.
      expect(told).toBeLessThanOrEqual(0);
    }
  });
}

/** The tool call that this file name stands for. */
function toReply(file: string) {
  if (path.basename(file).startsWith('Read')) return tool('Read', { file_path: file });
  return tool('Bash', { command: `echo ran >> ${marksOf(file)}`, description: 'Leave a mark' });
}
