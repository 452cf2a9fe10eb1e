import { useStore } from 'jotai';
import { useEffect } from 'react';
import { actions } from '../../shared/action';
import { activate } from '../base/activate-session';
import { isMacAtom } from '../base/app-state';
import { isShortcut } from '../base/shortcut';
import { sessionsShownAtom } from '../sessions/tabs-state';
import { attempt } from '../toasts/show-toast';
import { modalIsOpen } from '../ui/modal';
import { runAction } from './actions';

/** Ctrl or Cmd with one of these is the session at that place. */
const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Listens for every action's keys. The page is asked before the menu bar, so nothing is done twice. */
export function useShortcuts(): void {
  const store = useStore();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || modalIsOpen()) return;
      const mac = store.get(isMacAtom);
      const place = places.findIndex((digit) => isShortcut(event, `CmdOrCtrl+${digit}`, mac));
      if (place >= 0) {
        event.preventDefault();
        const session = store.get(sessionsShownAtom)[place];
        if (session) void attempt(store, () => activate(store, session.id));
        return;
      }
      const action = actions.find(({ shortcut }) => shortcut && isShortcut(event, shortcut, mac));
      if (!action) return;
      event.preventDefault();
      runAction(store, action.id);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [store]);
}
