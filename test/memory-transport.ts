import { Emitter } from '../src/main/base/emitter';
import type { Transport, TransportEnd } from '../src/main/claude/transport';
import { AppError } from '../src/shared/errors';

/** The other end of the transport, in place of a run. */
export interface FarEnd {
  /** Every line sent to it, in order. */
  readonly sent: readonly string[];
  onSent(listener: (line: string) => void): () => void;
  /** Sends one line: a string as it is, anything else as JSON. */
  push(line: string | object): void;
  /** Stops accepting lines after the next one, until `flow` is called. */
  hold(): void;
  flow(): void;
  end(end?: Partial<TransportEnd>): void;
}

/**
 * A transport without a process, for tests. Lines arrive in order, every listener handles one before the next comes, and the end is
 * last.
 */
export function memoryTransport(): { readonly transport: Transport; readonly far: FarEnd } {
  const lines = new Emitter<string>();
  const ends = new Emitter<TransportEnd>();
  const seen = new Emitter<string>();
  const sent: string[] = [];
  const deliveries: (() => void)[] = [];
  let delivering = false;
  let held: PromiseWithResolvers<void> | null = null;
  let over: AppError | null = null;

  const deliver = (delivery: () => void): void => {
    deliveries.push(delivery);
    if (delivering) return;
    delivering = true;
    try {
      for (let next = deliveries.shift(); next; next = deliveries.shift()) next();
    } finally {
      delivering = false;
    }
  };

  const transport: Transport = {
    async send(line) {
      if (over) throw over;
      sent.push(line);
      seen.emit(line);
      // If it is held when the run ends, it never settles: the worst case of a pipe.
      await held?.promise;
    },
    onLine: lines.on,
    onEnd: ends.on,
  };

  const far: FarEnd = {
    sent,
    onSent: seen.on,
    push: (line) => {
      if (!over) deliver(() => lines.emit(typeof line === 'string' ? line : JSON.stringify(line)));
    },
    hold: () => {
      held ??= Promise.withResolvers();
    },
    flow: () => {
      held?.resolve();
      held = null;
    },
    end: (end) => {
      if (over) return;
      const whole: TransportEnd = { reason: 'exited', exitCode: 0, signal: null, message: 'The run has ended.', ...end };
      over = new AppError('run-gone', whole.message);
      deliver(() => ends.emit(whole));
    },
  };
  return { transport, far };
}
