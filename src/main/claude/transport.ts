/** How a run's stream of lines ended. */
export interface TransportEnd {
  readonly reason: 'exited' | 'not-started' | 'line-too-long';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** For people. */
  readonly message: string;
}

/**
 * Lines to and from one run, whoever holds its process: a child of ours today, a keeper that outlives the app later.
 * Lines arrive in order; the end comes once, after the last of them.
 */
export interface Transport {
  /** Writes one whole line (given without its newline). Resolves when more may be written; rejects with 'run-gone' after the end. */
  send(line: string): Promise<void>;
  onLine(listener: (line: string) => void): () => void;
  onEnd(listener: (end: TransportEnd) => void): () => void;
}
