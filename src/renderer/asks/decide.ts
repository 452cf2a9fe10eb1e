import { useState } from 'react';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import { composerId } from '../composer/composer-id';
import { host } from '../host';
import { useTask } from '../task';

export interface Decide {
  /** An answer is on its way or was given: the card goes when the main process has said so. */
  readonly busy: boolean;
  readonly failure: string | null;
  /** Said quietly: somebody or something else was first. */
  readonly late: string | null;
  decide(decision: Decision): void;
}

/** Answers an ask from its card. After that the person writes on, so the focus goes to the composer. */
export function useDecide(id: AskId): Decide {
  const task = useTask();
  const [answered, setAnswered] = useState(false);
  const [late, setLate] = useState<string | null>(null);
  const send = async (decision: Decision): Promise<void> => {
    try {
      await host.request('asks.decide', { id, decision, surface: 'card' });
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'already-answered' && error.code !== 'ask-gone')) throw error;
      setLate(error.message);
    }
    setAnswered(true);
    document.getElementById(composerId)?.focus();
  };
  return { busy: task.busy || answered, failure: task.failure, late, decide: (decision) => task.run(() => send(decision)) };
}
