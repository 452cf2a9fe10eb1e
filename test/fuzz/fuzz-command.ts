import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Failure } from './batch-runner';
import { fuzz } from './fuzz';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '20000' },
    mode: { type: 'string' },
    shell: { type: 'string' },
    seed: { type: 'string' },
  },
});

/** The choices given by a flag, or all of them if it is missing. */
function chosen<T extends string>(name: string, value: string | undefined, choices: readonly T[]): readonly T[] {
  const found = choices.filter((choice) => value === undefined || choice === value);
  if (found.length === 0) throw new Error(`--${name} is one of ${choices.join(', ')}`);
  return found;
}

// Ends normally, so that the jails are removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const lines = Number(values.lines);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
if (!Number.isSafeInteger(lines) || !Number.isSafeInteger(seed)) throw new Error('--lines and --seed are whole numbers');
const shown = (failure: Failure): string =>
  `${failure.kind}\t${JSON.stringify(failure.line)}\t${failure.detail}${failure.options.length > 0 ? `\t${failure.options.join('; ')}` : ''}\n`;

for (const mode of chosen('mode', values.mode, ['safe', 'rules'])) {
  for (const shell of chosen('shell', values.shell, ['bash', 'zsh'])) {
    const data = path.join(process.cwd(), 'test', 'fuzz');
    let told = 0;
    // A long run should report a failure at once, not at its end.
    const tell = (failures: readonly Failure[]): void => {
      for (const failure of failures.slice(told)) process.stderr.write(shown(failure));
      told = failures.length;
    };
    const onProgress = (counts: object, failures: readonly Failure[]): void => {
      process.stderr.write(`${mode}/${shell} ${JSON.stringify(counts)}\n`);
      tell(failures);
    };
    const { counts, failures } = await fuzz({ lines, mode, shell, seed, data, mostFailures: 200, onProgress });
    tell(failures);
    process.stdout.write(`${JSON.stringify({ mode, shell, seed, ...counts })}\n`);
    if (failures.length > 0) process.exitCode = 1;
  }
}
