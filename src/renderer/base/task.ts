import { useState } from 'react';
import { AppError, messageOf } from '../../shared/errors';

export interface Task {
  readonly busy: boolean;
  /** Why the last try failed, for the person. */
  readonly failure: string | null;
  run(work: () => Promise<unknown>): void;
}

/** Something that a person starts and that may fail: at most one at a time, and the failure is shown where it was started. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(messageOf(error));
      // Whatever has no code is a bug: it goes to the log as well.
      if (!(error instanceof AppError)) reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    run: (work) => {
      if (!busy) void attempt(work);
    },
  };
}
