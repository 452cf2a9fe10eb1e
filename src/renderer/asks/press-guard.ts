import { atom } from 'jotai';

/** A press this soon after the window got the focus was meant to bring it to the front. */
export const focusMs = 200;
/** A click this long after a press did not come from it: assistive technology clicks without a press. */
export const longestPressMs = 2_000;

/** A click follows its release within this time. */
const clickMs = 100;

/** The times of the last focus of the window, of a press and its release, and of the event that ended it, such as a click. */
export interface Press {
  readonly focusedAt: number;
  readonly pressedAt: number;
  readonly releasedAt: number;
  readonly endedAt: number;
}

/**
 * Whether a press brought the window to the front. Some window systems report the press before the focus, so a focus between
 * press and release counts too.
 */
export function isFocusingPress({ focusedAt, ...press }: Press): boolean {
  const startedAt = startOfPress(press);
  return focusedAt >= startedAt || startedAt - focusedAt < focusMs;
}

/** Returns when the press of a click started. */
function startOfPress({ pressedAt, releasedAt, endedAt }: Omit<Press, 'focusedAt'>): number {
  const isItsEnd = releasedAt >= pressedAt && endedAt - releasedAt < clickMs;
  return isItsEnd || endedAt - pressedAt < longestPressMs ? pressedAt : endedAt;
}

const presses = ['pointerdown', 'keydown'];
const releases = ['pointerup', 'keyup'];

/** Watches presses in a window, and tells whether a click was only meant to bring the window to the front. */
export class PressGuard {
  #focusedAt = Number.NEGATIVE_INFINITY;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #releasedAt = Number.NEGATIVE_INFINITY;

  watch(target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void {
    const onFocus = ({ timeStamp }: Event): void => {
      this.#focusedAt = timeStamp;
    };
    const onPress = ({ timeStamp }: Event): void => {
      this.#pressedAt = timeStamp;
    };
    const onRelease = ({ timeStamp }: Event): void => {
      this.#releasedAt = timeStamp;
    };
    target.addEventListener('focus', onFocus);
    for (const name of presses) target.addEventListener(name, onPress, true);
    for (const name of releases) target.addEventListener(name, onRelease, true);
    return () => {
      target.removeEventListener('focus', onFocus);
      for (const name of presses) target.removeEventListener(name, onPress, true);
      for (const name of releases) target.removeEventListener(name, onRelease, true);
    };
  }

  isFocusing(event: { readonly timeStamp: number }): boolean {
    return isFocusingPress({ focusedAt: this.#focusedAt, ...this.#pressOf(event) });
  }

  /** Returns when the press of an event started. It uses the window system's time, because a busy page gets the event late. */
  startOf(event: { readonly timeStamp: number }): number {
    return startOfPress(this.#pressOf(event));
  }

  #pressOf({ timeStamp }: { readonly timeStamp: number }): Omit<Press, 'focusedAt'> {
    return { pressedAt: this.#pressedAt, releasedAt: this.#releasedAt, endedAt: timeStamp };
  }
}

/** The guard of this window. */
export const pressGuardAtom = atom(() => new PressGuard());
