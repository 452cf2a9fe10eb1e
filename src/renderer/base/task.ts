import { useState } from 'react';
import { AppError, type ErrorCode, messageOf } from '../../shared/errors';

export interface Failure {
  /** Null for a bug: every failure that we expect has a code. */
  readonly code: ErrorCode | null;
  /** In words for the person. */
  readonly message: string;
}

/** Runs `work` and returns how it failed, or null if it succeeded. A bug goes to the log too. */
export async function catchFailure(work: () => unknown): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    reportError(error);
    return { code: null, message: messageOf(error) };
  }
}

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
    const failed = await catchFailure(work);
    setFailure(failed?.message ?? null);
    setBusy(false);
  };
  return {
    busy,
    failure,
    run: (work) => {
      if (!busy) void attempt(work);
    },
  };
}
