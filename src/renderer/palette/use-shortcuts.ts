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

/** Ctrl or Cmd with a digit activates the session at that position. */
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Handles the shortcuts of all actions. The page gets a key before the menu bar does, so no action runs twice. */
export function useShortcuts(): void {
  const store = useStore();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || modalIsOpen()) return;
      const mac = store.get(isMacAtom);
      const position = digits.findIndex((digit) => isShortcut(event, `CmdOrCtrl+${digit}`, mac));
      if (position >= 0) {
        event.preventDefault();
        const session = store.get(sessionsShownAtom)[position];
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
