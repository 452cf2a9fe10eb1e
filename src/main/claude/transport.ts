/** How a run's stream of lines ended. */
export interface TransportEnd {
  readonly reason: 'exited' | 'not-started' | 'line-too-long';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The reason in words, to show to the person. */
  readonly message: string;
}

/**
 * Lines to and from one run. Lines arrive in order; the end comes once, after the last line.
 */
export interface Transport {
  /** Writes one line, given without its newline. Resolves when there is room for more; rejects with 'run-gone' after the end. */
  send(line: string): Promise<void>;
  onLine(listener: (line: string) => void): () => void;
  onEnd(listener: (end: TransportEnd) => void): () => void;
}
