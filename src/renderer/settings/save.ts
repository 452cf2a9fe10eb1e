import { useState } from 'react';
import { AppError, messageOf } from '../../shared/errors';
import type { SettingsChange } from '../../shared/settings';
import { host } from '../base/host';

export interface Save {
  /** Why the last change was not kept, for the person. */
  readonly failure: string | null;
  /** Resolves with whether it was kept. */
  save(change: SettingsChange): Promise<boolean>;
}

/** Saves a change at once. Each control has its own, so that a failure is shown beside it. */
export function useSave(): Save {
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (change: SettingsChange): Promise<boolean> => {
    try {
      await host.request('settings.change', change);
      setFailure(null);
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      if (!(error instanceof AppError)) reportError(error);
      return false;
    }
  };
  return { failure, save };
}

export interface Choice<T> {
  readonly shown: T;
  readonly failure: string | null;
  choose(value: T): void;
}

/** A control shows what was chosen while the main process has not said it back yet, so that it does not jump to and fro. */
export function useChoice<T extends string | number | boolean | null>(value: T, change: (value: T) => SettingsChange): Choice<T> {
  const { save, failure } = useSave();
  const [chosen, setChosen] = useState<{ readonly over: T; readonly value: T } | null>(null);
  if (chosen && chosen.over !== value) setChosen(null);
  const choose = async (next: T): Promise<void> => {
    setChosen({ over: value, value: next });
    if (!(await save(change(next)))) setChosen(null);
  };
  return { shown: chosen ? chosen.value : value, failure, choose: (next) => void choose(next) };
}
