import { useState } from 'react';
import { AppError, messageOf } from '../../shared/errors';

export interface Task {
  readonly busy: boolean;
  /** Why the last run failed, in words for the person. */
  readonly failure: string | null;
  run(work: () => Promise<unknown>): void;
}

/** Runs one piece of work at a time for a control, which shows the failure beside itself. */
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
      // An error without a code is a bug, so it goes to the log too.
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
