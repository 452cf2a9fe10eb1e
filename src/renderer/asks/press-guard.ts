import { atom } from 'jotai';

/** A press this soon after the window came to the front was meant to bring it there. */
export const focusMs = 200;
/** Whatever ends later than this after a press was not begun by it: assistive technology clicks without any press. */
export const longestPressMs = 2_000;

/** A click follows this soon on the release that makes it. */
const clickMs = 100;

/** When the window came to the front, when a press began and was let go, and when what it did was told. */
export interface Press {
  readonly focusedAt: number;
  readonly pressedAt: number;
  readonly releasedAt: number;
  readonly endedAt: number;
}

/**
 * Whether a press brought the window to the front. Some window systems report the press before the focus, so a focus between
 * a press and its end counts as well.
 */
export function isFocusingPress({ focusedAt, ...press }: Press): boolean {
  const startedAt = startOfPress(press);
  return focusedAt >= startedAt || startedAt - focusedAt < focusMs;
}

/** When the press began that ended in a click. */
function startOfPress({ pressedAt, releasedAt, endedAt }: Omit<Press, 'focusedAt'>): number {
  const isItsEnd = releasedAt >= pressedAt && endedAt - releasedAt < clickMs;
  return isItsEnd || endedAt - pressedAt < longestPressMs ? pressedAt : endedAt;
}

const presses = ['pointerdown', 'keydown'];
const releases = ['pointerup', 'keyup'];

/** Watches presses in a window; says of one that ends whether it was only meant to bring the window to the front. */
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

  /** When the press began that an event ends, as the window system timed it and not as late as a busy page hears of it. */
  startOf(event: { readonly timeStamp: number }): number {
    return startOfPress(this.#pressOf(event));
  }

  #pressOf({ timeStamp }: { readonly timeStamp: number }): Omit<Press, 'focusedAt'> {
    return { pressedAt: this.#pressedAt, releasedAt: this.#releasedAt, endedAt: timeStamp };
  }
}

/** The one of this window. */
export const pressGuardAtom = atom(() => new PressGuard());
