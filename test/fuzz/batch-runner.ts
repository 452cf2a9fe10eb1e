import { checkTrace, type FailureKind, type Finding } from './check-traces';
import { type Batch, canary, Jail } from './jail';

export interface Failure extends Finding {
  readonly line: string;
  readonly options: readonly string[];
}

/** Two batches run while the judge goes on, each in its own jail. */
const jailCount = 2;
/** Narrowing down each failed line costs several runs. */
const mostBlamed = 3;

/** Runs batches of lines in jails, a few at a time, and collects the failures of each line. */
export class BatchRunner {
  readonly failures: Failure[] = [];
  readonly #jails = Array.from({ length: jailCount }, () => new Jail());
  readonly #idle = [...this.#jails];
  readonly #running = new Set<Promise<void>>();
  readonly #seen = new Set<string>();
  readonly #removeNow = (): void => {
    for (const jail of this.#jails) jail.remove();
  };
  #error: unknown = null;

  constructor() {
    process.once('exit', this.#removeNow);
  }

  /** The folder in which lines are judged. Every jail has the same files. */
  get place(): Pick<Jail, 'project' | 'home'> {
    const [jail] = this.#jails;
    if (!jail) throw new Error('There is no jail.');
    return jail;
  }

  count(kind: FailureKind): number {
    return this.failures.filter((failure) => failure.kind === kind).length;
  }

  /** Starts a batch as soon as a jail is free. Throws when an earlier one could not run. */
  async start(batch: Batch): Promise<void> {
    if (batch.lines.length === 0) return;
    while (this.#idle.length === 0) await Promise.race(this.#running);
    if (this.#error) throw this.#error;
    const jail = this.#idle.pop();
    if (!jail) return;
    const work = runBatch(jail, batch)
      .then((failures) => this.#add(failures))
      .catch((error) => {
        this.#error ??= error;
      })
      .finally(() => {
        this.#idle.push(jail);
        this.#running.delete(work);
      });
    this.#running.add(work);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#error) throw this.#error;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#running);
    this.#removeNow();
    process.off('exit', this.#removeNow);
  }

  #add(failures: readonly Failure[]): void {
    for (const failure of failures) {
      const key = `${failure.kind} ${failure.line}`;
      if (!this.#seen.has(key)) this.failures.push(failure);
      this.#seen.add(key);
    }
  }
}

/** Runs all lines of a batch; after one that hangs, the rest in another shell. */
async function runBatch(jail: Jail, batch: Batch): Promise<Failure[]> {
  const { options } = batch;
  const failures: Failure[] = [];
  let lines = batch.lines;
  while (lines.length > 0) {
    const { traces, changes, outputs, hung } = await jail.run({ ...batch, lines });
    for (const trace of traces) {
      const line = lines[trace.line] ?? `one of ${lines.length} lines`;
      const finding = checkTrace(line, trace, jail);
      if (finding) failures.push({ line, options, ...finding });
    }
    for (const [index, output] of outputs) {
      const line = lines[index] ?? '';
      if (output.includes(canary) && !isFoundBySearch(line, output))
        failures.push({ line, options, kind: 'outside', detail: printed(output) });
    }
    if (changes.length > 0)
      failures.push(...(await blame(jail, { ...batch, lines: lines.slice(0, hung === null ? undefined : hung + 1) }, changes)));
    if (hung === null) break;
    failures.push({ line: lines[hung] ?? '', options, kind: 'hung', detail: 'did not end in time' });
    lines = lines.slice(hung + 1);
  }
  return failures;
}

/**
 * A search through the whole folder, and git's history of it, may show the contents of a secret: docs/security.md. Both print a
 * prefix before the matching line.
 */
const isFoundBySearch = (command: string, output: string): boolean => {
  const found = /\bgrep\b.*\s-\w*r/.test(command) ? /CANARY: a secret/ : /^([-+ ]|(\.\/)?\.env[:-](\d+[:-])?)CANARY: a secret/;
  return output.split('\n').every((line) => !line.includes(canary) || found.test(line));
};

/** The line of the output that shows a secret. */
const printed = (output: string): string =>
  output
    .split('\n')
    .find((line) => line.includes(canary))
    ?.slice(0, 200) ?? '';

/** Finds the lines of a batch that changed files by bisection: each half runs again in a fresh folder. */
async function blame(jail: Jail, batch: Batch, changes: readonly string[]): Promise<Failure[]> {
  const { options, lines } = batch;
  const detail = [...new Set(changes)].slice(0, 5).join(', ');
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return [{ kind: 'change', line: only, detail, options }];
  const middle = Math.ceil(lines.length / 2);
  const failures: Failure[] = [];
  for (const half of [lines.slice(0, middle), lines.slice(middle)]) {
    if (failures.length >= mostBlamed) break;
    const again = await jail.run({ ...batch, lines: half });
    if (again.changes.length > 0) failures.push(...(await blame(jail, { ...batch, lines: half }, again.changes)));
  }
  return failures.length > 0 ? failures : [{ kind: 'change', line: `one of ${lines.length} lines`, detail, options }];
}
