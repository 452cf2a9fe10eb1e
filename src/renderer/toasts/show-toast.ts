import { atom } from 'jotai';
import type { Store } from '../base/store';
import { catchFailure } from '../base/task';

/** A short message that needs no answer, with at most one action. */
export interface Toast {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => unknown };
}

export interface ShownToast extends Toast {
  readonly key: number;
}

/** Nobody reads more than this at once. */
const maxToasts = 3;

export const toastsAtom = atom<readonly ShownToast[]>([]);

export function showToast(store: Store, toast: Toast): void {
  const shown = store.get(toastsAtom);
  const key = (shown.at(-1)?.key ?? 0) + 1;
  store.set(toastsAtom, [...shown, { ...toast, key }].slice(-maxToasts));
}

/** Runs `work` and returns whether it succeeded. A failure is shown in a toast, because a menu has no place for one. */
export async function attempt(store: Store, work: () => unknown): Promise<boolean> {
  const failed = await catchFailure(work);
  if (failed) showToast(store, { text: failed.message });
  return failed === null;
}
