import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { asksAtom } from '../base/app-state';
import { host } from '../base/host';
import { report } from '../base/report-failures';
import { PartBoundary } from '../ui/part-boundary';
import { AskDialog } from './ask-dialog';
import { opensInMs } from './dialog-guard';
import { advanceDialogAtom, clearDialogAtom, composingAtom, dialogHeldAtom, dialogStateAtom, putAskAwayAtom } from './dialog-state';
import { pressGuardAtom } from './press-guard';
import { isEditable } from './typing';

type Cancel = () => void;

function afterMs(ms: number, run: () => void): Cancel {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Several sessions may ask at once: their cards and tabs come first, because the dialog takes longest to draw. Nobody sees this wait. */
const burstMs = 30;

/** When the card is painted and nothing came since. A window that is not seen paints nothing until it is. */
function afterBurst(run: () => void): Cancel {
  let cancel: Cancel = () => undefined;
  const frame = requestAnimationFrame(() => {
    cancel = afterMs(burstMs, run);
  });
  return () => {
    cancelAnimationFrame(frame);
    cancel();
  };
}

const typing = ['keydown', 'input', 'compositionstart', 'compositionend', 'focusout'] as const;

/** Opens the dialog because something waits, and not under the hands of somebody who types. */
export function AskDialogHost() {
  const asks = useAtomValue(asksAtom);
  const held = useAtomValue(dialogHeldAtom);
  const state = useAtomValue(dialogStateAtom);
  const guard = useAtomValue(pressGuardAtom);
  const advance = useSetAtom(advanceDialogAtom);
  const putAway = useSetAtom(putAskAwayAtom);
  const setComposing = useSetAtom(composingAtom);
  const clear = useSetAtom(clearDialogAtom);
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY);

  // What closes goes before the next frame.
  useLayoutEffect(() => {
    const inMs = (): number | null => opensInMs(state, { waiting: asks, held, lastKeyAt: lastKeyAt.current, now: Date.now() });
    const wait = inMs();
    if (wait === null) return advance(lastKeyAt.current);
    let cancel: () => void;
    const check = (): void => {
      advance(lastKeyAt.current);
      const more = inMs();
      if (more !== null) cancel = afterMs(more + 1, check);
    };
    cancel = wait === 0 ? afterBurst(check) : afterMs(wait + 1, check);
    return () => cancel();
  }, [asks, held, state, advance]);

  const shown = state.shown?.ask.id ?? null;
  useEffect(() => {
    host.request('asks.inView', { id: shown }).catch(report);
  }, [shown]);

  // Also what is dictated or put in by an input method, which presses no keys.
  const onTyping = useEffectEvent(({ type, target }: Event) => {
    if (type !== 'focusout' && isEditable(target)) lastKeyAt.current = Date.now();
    if (type === 'compositionstart') setComposing(true);
    // Who leaves a word in the middle has left it.
    else if (type === 'compositionend' || type === 'focusout') setComposing(false);
  });
  useEffect(() => {
    const listen = (event: Event): void => onTyping(event);
    for (const name of typing) window.addEventListener(name, listen, true);
    return () => {
      for (const name of typing) window.removeEventListener(name, listen, true);
    };
  }, []);
  useEffect(() => clear, [clear]);
  useEffect(() => guard.watch(window), [guard]);

  const { shown: dialog } = state;
  return (
    dialog && (
      <PartBoundary key={`${dialog.ask.id}/${dialog.openedAt}`} name="This request" floating>
        <AskDialog shown={dialog} onPutAway={putAway} />
      </PartBoundary>
    )
  );
}
