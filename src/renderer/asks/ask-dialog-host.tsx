import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { host } from '../base/host';
import { report } from '../base/report-failures';
import { PartBoundary } from '../ui/part-boundary';
import { AskDialog } from './ask-dialog';
import { opensInMs } from './dialog-guard';
import { advanceDialogAtom, clearDialogAtom, composingAtom, dialogHeldAtom, dialogStateAtom, dismissAskAtom } from './dialog-state';
import { heldPromptsAtom, shownAsksAtom } from './held-prompts';
import { pressGuardAtom } from './press-guard';
import { isEditable } from './typing';

type Cancel = () => void;

function afterMs(ms: number, run: () => void): Cancel {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Several asks may arrive together. Their cards and tabs render first, because the dialog takes longest. The delay is too short to see. */
const burstMs = 30;

/** Calls `run` after the card is painted, if nothing arrived since. A hidden window paints only when it is shown again. */
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

/** Opens the dialog when an ask is pending, but not while the person types. */
export function AskDialogHost() {
  const asks = useAtomValue(shownAsksAtom);
  const answered = useAtomValue(heldPromptsAtom);
  const held = useAtomValue(dialogHeldAtom);
  const state = useAtomValue(dialogStateAtom);
  const guard = useAtomValue(pressGuardAtom);
  const advance = useSetAtom(advanceDialogAtom);
  const dismiss = useSetAtom(dismissAskAtom);
  const setComposing = useSetAtom(composingAtom);
  const clear = useSetAtom(clearDialogAtom);
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY);

  // A closing dialog must be gone before the next frame.
  useLayoutEffect(() => {
    const inMs = (): number | null => opensInMs(state, { waiting: asks, answered, held, lastKeyAt: lastKeyAt.current, now: Date.now() });
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
  }, [asks, answered, held, state, advance]);

  const shown = state.shown?.ask.id ?? null;
  useEffect(() => {
    host.request('asks.inView', { id: shown }).catch(report);
  }, [shown]);

  // Dictation and input methods enter text without key events.
  const onTyping = useEffectEvent(({ type, target }: Event) => {
    if (type !== 'focusout' && isEditable(target)) lastKeyAt.current = Date.now();
    if (type === 'compositionstart') setComposing(true);
    // Leaving the field ends the composition.
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
        <AskDialog shown={dialog} onDismiss={dismiss} />
      </PartBoundary>
    )
  );
}
