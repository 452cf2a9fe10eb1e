import { useState } from 'react';
import type { SettingsChange } from '../../shared/settings';
import { host } from '../base/host';
import { catchFailure } from '../base/task';

export interface Save {
  /** Why the last change was not saved, in words for the person. */
  readonly failure: string | null;
  /** Resolves with whether the change was saved. */
  save(change: SettingsChange): Promise<boolean>;
}

/** Saves changes at once. Each control uses its own, so that it shows the failure beside itself. */
export function useSave(): Save {
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (change: SettingsChange): Promise<boolean> => {
    const failed = await catchFailure(() => host.request('settings.change', change));
    setFailure(failed?.message ?? null);
    return failed === null;
  };
  return { failure, save };
}

export interface Choice<T> {
  readonly shown: T;
  readonly failure: string | null;
  choose(value: T): void;
}

/** Shows a new value before the main process has confirmed it, so that the control does not flip back for a moment. */
export function useShown<T extends string | number | boolean | null>(value: T, save: (value: T) => Promise<boolean>) {
  const [chosen, setChosen] = useState<{ readonly previous: T; readonly value: T } | null>(null);
  if (chosen && chosen.previous !== value) setChosen(null);
  const choose = async (next: T): Promise<void> => {
    setChosen({ previous: value, value: next });
    if (!(await save(next))) setChosen(null);
  };
  return { shown: chosen ? chosen.value : value, choose: (next: T): void => void choose(next) };
}

/** A setting that is saved as soon as it is chosen. */
export function useChoice<T extends string | number | boolean | null>(value: T, change: (value: T) => SettingsChange): Choice<T> {
  const { save, failure } = useSave();
  return { ...useShown(value, (next) => save(change(next))), failure };
}
