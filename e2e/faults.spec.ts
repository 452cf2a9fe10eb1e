import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { presentClaudeVersions } from '../scripts/claude-cli.mjs';
import type { Decision } from '../src/shared/decision';
import type { AskId, SessionId } from '../src/shared/ids';
import { expect, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { stateOf } from './support/demo';
import { runProcesses } from './support/processes';
import { startScriptedApi, text, tool } from './support/scripted-api';

test.skip(process.platform !== 'linux', 'finds processes by their environment in /proc');

/** A few in every run of the tests; `npm run faults` makes it 200. */
const rounds = Number(process.env.SIGNALBOX_FAULT_ROUNDS ?? 3);
const sessionsPerRound = 3;
/** Counted from the first ask: the others arrive in that time, the CLI writes them down, and answers are on their way. */
const latestKillMs = 400;

/** One session of a round, and all that is known of it. */
interface Subject {
  readonly id: SessionId;
  readonly folder: string;
  readonly file: string;
  /** The desk had its ask before the kill. */
  ask: AskId | null;
  /** It was allowed before the kill: whether that arrived is what the kill decides. */
  answered: boolean;
}

const marks = ({ file }: Subject): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).length : 0);

for (const [version, claude] of Object.entries(presentClaudeVersions())) {
  test(`claude ${version}: kill -9 of the app at any moment loses no ask, delivers none twice, and runs nothing unanswered`, async ({
    launch,
    userData,
  }) => {
    test.setTimeout(60_000 + rounds * 40_000);
    const api = await startScriptedApi({
      plays: { mark: [(file) => tool('Bash', { command: `echo ran >> ${file}`, description: 'Leave a mark' }), text('Marked.')] },
    });
    const home = claudeHome({ apiUrl: api.url });
    const counts = { asks: 0, sameCall: 0, ranBefore: 0, notMade: 0, lost: 0, twice: 0, unanswered: 0, neverAsked: 0 };
    try {
      for (let round = 0; round < rounds; round++) {
        const subjects: Subject[] = [];
        const first = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: claude } });
        for (let i = 0; i < sessionsPerRound; i++) subjects.push(await begin(first));
        await killAtRandom(first, subjects);
        await expect.poll(() => runProcesses(userData).filter(({ command }) => command.includes('claude'))).toEqual([]);

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
      const file = path.join(folder, 'marks');
      const message = { text: `[[mark:${file}]]`, images: [] };
      const { id } = await request(window, 'sessions.create', { folder, message, model: null, planFirst: false, trust: true, demo: false });
      return { id, folder, file, ask: null, answered: false };
    }

    /** Watches the asks arrive, answers some of them, and kills the app in the middle of it. */
    async function killAtRandom({ window, process: app }: RunningApp, subjects: readonly Subject[]): Promise<void> {
      let deadline = Number.POSITIVE_INFINITY;
      while (Date.now() < deadline) {
        for (const ask of await request(window, 'asks.list')) {
          const subject = subjects.find(({ id }) => id === ask.sessionId);
          if (!subject || subject.ask) continue;
          subject.ask = ask.id;
          if (deadline === Number.POSITIVE_INFINITY) deadline = Date.now() + Math.random() * latestKillMs;
          if (Math.random() < 0.5) continue;
          subject.answered = true;
          // Not awaited: the kill may come before, while or after it is delivered.
          request(window, 'asks.decide', { id: ask.id, decision: { answer: 'allow' }, surface: 'card' }).catch(() => undefined);
        }
        await wait(2);
      }
      app.kill('SIGKILL');
    }

    /** Whether the CLI wrote down what came of a call, other than that nobody answered. */
    function hasResult(ask: AskId): boolean {
      const result = `"tool_use_id":"${ask.split('/').at(-1)}"`;
      const lines = home.transcripts().flatMap((file) => readFileSync(file, 'utf8').split('\n'));
      return lines.some((line) => line.includes(result) && !line.includes('Tool permission stream closed before response'));
    }

    /**
     * Answers it. Whether the answer from before the kill turns out to have arrived: its call has its result, also where the command
     * was ended with the CLI before it left its mark. Without such an answer nothing can have arrived.
     */
    async function hadArrived(window: RunningApp['window'], { answered }: Subject, id: AskId, decision: Decision): Promise<boolean> {
      try {
        await request(window, 'asks.decide', { id, decision, surface: 'card' });
        return false;
      } catch (error) {
        if (!answered || !/already-answered|ask-gone/.test(String(error)) || !hasResult(id)) throw error;
        return true;
      }
    }

    /** What became of one session: everything it asked must be accounted for. */
    async function account({ window }: RunningApp, subject: Subject): Promise<void> {
      const open = (await request(window, 'asks.list')).find(({ sessionId }) => sessionId === subject.id);
      if (!subject.ask && !open) {
        counts.neverAsked++;
        if (marks(subject) > 0) counts.unanswered++;
        return;
      }
      counts.asks++;
      const before = marks(subject);
      if (!subject.answered && before > 0) counts.unanswered++;
      if (before > 1) counts.twice++;
      if (!open) {
        // Only an answer that arrived may take an ask off the desk.
        if (subject.answered && (before === 1 || (subject.ask && hasResult(subject.ask)))) counts.ranBefore++;
        else counts.lost++;
        return;
      }
      if (before === 1) {
        // It ran; the person is told that it may have, and does not want it twice.
        expect(open.note).toBe('may-have-run');
        if (!(await hadArrived(window, subject, open.id, { answer: 'deny', reason: 'it ran' })))
          await expect.poll(() => stateOf(window, subject.id), { timeout: 30_000 }).toBe('idle');
        if (marks(subject) !== 1) counts.twice++;
        counts.ranBefore++;
        return;
      }
      if (await hadArrived(window, subject, open.id, { answer: 'allow' })) {
        counts.ranBefore++;
        return;
      }
      await expect.poll(() => stateOf(window, subject.id), { timeout: 30_000 }).toBe('idle');
      const { items } = await request(window, 'transcript.page', { id: subject.id, limit: 100 });
      const told = items.some((item) => item.kind === 'user' && /your call of Bash was (not )?made/i.test(item.text));
      if (marks(subject) === 1) counts.sameCall++;
      else if (marks(subject) === 0 && told) counts.notMade++;
      else if (marks(subject) > 1) counts.twice++;
      else counts.lost++;
    }
  });
}
