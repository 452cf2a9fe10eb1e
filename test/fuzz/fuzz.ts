import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { judgeLine } from '../../src/main/asks/judge-lines';
import { BatchRunner, type Failure } from './batch-runner';
import type { Batch, Shell } from './jail';
import { Random } from './random';
import { ShellLines } from './shell-lines';
import { optionsFor } from './shell-options';

export type FuzzMode = 'safe' | 'rules';

export interface FuzzOptions {
  readonly lines: number;
  readonly mode: FuzzMode;
  readonly shell: Shell;
  readonly seed: number;
  /** The folder of corpus.json and everyday-commands.txt. The other lists of commands are in its parent. */
  readonly data: string;
  /** It stops early after this many failed lines. */
  readonly mostFailures: number;
  readonly onProgress?: (counts: FuzzCounts, failures: readonly Failure[]) => void;
}

export interface FuzzCounts {
  readonly lines: number;
  readonly allowed: number;
  readonly run: number;
  /** How many lines also ran with the system's own programs. */
  readonly real: number;
  readonly traces: number;
  readonly changes: number;
  readonly outside: number;
  readonly mismatches: number;
  readonly hung: number;
  readonly seconds: number;
}

/** The lists of commands that other tests use. */
const Commands = z.array(z.looseObject({ command: z.string() }));

/** Typical rules of somebody who builds and tests a project. */
const rules = ['Bash(npm run *)', 'Bash(git status *)', 'Bash(make *)'];
const batchSize = 300;
const oneInReal = 50;

/** Judges lines, runs the allowed ones in the real shell, and compares the programs that ran with what the judge read. */
export async function fuzz(options: FuzzOptions): Promise<{ counts: FuzzCounts; failures: readonly Failure[] }> {
  const { mode, shell, data, mostFailures, onProgress } = options;
  const started = performance.now();
  const random = new Random(options.seed);
  const everyday = [
    ...readFileSync(path.join(data, 'everyday-commands.txt'), 'utf8').trimEnd().split('\n'),
    ...['everyday', 'hostile'].flatMap((name) =>
      Commands.parse(JSON.parse(readFileSync(path.join(data, '..', `${name}-commands.json`), 'utf8'))).map(({ command }) => command),
    ),
  ];
  const corpus: string[] = JSON.parse(readFileSync(path.join(data, 'corpus.json'), 'utf8'));
  const known = [...everyday, ...corpus];
  const generated = new ShellLines(random, [...everyday, ...known], mode);
  const runner = new BatchRunner();
  const waiting: Record<Batch['programs'], string[]> = { 'stand-ins': [], real: [] };
  const ran = { 'stand-ins': 0, real: 0 };
  let lines = 0;
  let allowed = 0;

  const counts = (): FuzzCounts => ({
    ...{ lines, allowed, run: ran['stand-ins'], real: ran.real },
    traces: runner.count('trace'),
    changes: runner.count('change'),
    outside: runner.count('outside'),
    mismatches: runner.count('mismatch'),
    hung: runner.count('hung'),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  });
  const start = async (programs: Batch['programs']): Promise<void> => {
    const chosen = waiting[programs].splice(0);
    ran[programs] += chosen.length;
    const recordBuiltins = programs === 'stand-ins' && random.chance(0.3);
    await runner.start({ shell, lines: chosen, options: optionsFor(shell, random), programs, recordBuiltins });
  };

  try {
    while (lines < options.lines && runner.failures.length < mostFailures) {
      const line = known[lines] ?? generated.next();
      lines += 1;
      // Gives the running batches time to report.
      if (lines % 200 === 0) await new Promise(setImmediate);
      if (lines % 50_000 === 0) onProgress?.(counts(), runner.failures);
      if (!isAllowed(line, mode, shell, runner.place)) continue;
      allowed += 1;
      waiting['stand-ins'].push(line);
      // A rule lets programs do anything, so only in safe mode must a line leave every file unchanged.
      if (mode === 'safe' && (lines <= known.length || allowed % oneInReal === 0)) waiting.real.push(line);
      if (waiting['stand-ins'].length >= batchSize) await start('stand-ins');
      if (waiting.real.length >= batchSize) await start('real');
    }
    await start('stand-ins');
    await start('real');
    await runner.finish();
  } finally {
    await runner.remove();
  }
  return { counts: counts(), failures: runner.failures };
}

function isAllowed(command: string, mode: FuzzMode, shell: Shell, { project, home }: BatchRunner['place']): boolean {
  const asked = mode === 'safe' ? { mode: 'safe', rules: [] } : { mode: 'ask', rules };
  const answer = judgeLine(JSON.stringify({ id: 0, tool: 'Bash', input: { command }, cwd: project, home, shell, ...asked }));
  return answer.startsWith('{"id":0,"verdict":"allow"');
}
