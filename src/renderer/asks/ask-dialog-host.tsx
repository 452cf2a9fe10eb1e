import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { asksAtom } from '../app-state';
import { host } from '../host';
import { report } from '../report-failures';
import { AskDialog } from './ask-dialog';
import { opensInMs } from './dialog-guard';
import { advanceDialogAtom, dialogHeldAtom, dialogStateAtom, putAskAwayAtom } from './dialog-state';
import { pressGuardAtom } from './press-guard';
import { isTypingKey } from './typing';

/** Opens the dialog because something waits, and not under the hands of somebody who types. */
export function AskDialogHost() {
  const asks = useAtomValue(asksAtom);
  const held = useAtomValue(dialogHeldAtom);
  const state = useAtomValue(dialogStateAtom);
  const guard = useAtomValue(pressGuardAtom);
  const advance = useSetAtom(advanceDialogAtom);
  const putAway = useSetAtom(putAskAwayAtom);
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY);

  // Before the next frame, so that an ask and its dialog are painted together.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (): void => {
      advance(lastKeyAt.current);
      const inMs = opensInMs(state, { waiting: asks, held, lastKeyAt: lastKeyAt.current, now: Date.now() });
      if (inMs !== null) timer = setTimeout(check, inMs + 1);
    };
    check();
    return () => clearTimeout(timer);
  }, [asks, held, state, advance]);

  const shown = state.shown?.ask.id ?? null;
  useEffect(() => {
    host.request('asks.inView', { id: shown }).catch(report);
  }, [shown]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTypingKey(event)) lastKeyAt.current = Date.now();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  useEffect(() => guard.watch(window), [guard]);

  return state.shown && <AskDialog key={`${state.shown.ask.id}/${state.shown.openedAt}`} shown={state.shown} onPutAway={putAway} />;
}
