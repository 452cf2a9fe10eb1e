import { useAtomValue } from 'jotai';
import { lazy } from 'react';
import { approvingAllAtom, closingAtom, paletteOpenAtom, shortcutHelpOpenAtom } from './base/app-state';
import { Overlay } from './overlay';
import { toastsAtom } from './toasts/show-toast';

const ApproveAll = lazy(async () => ({ default: (await import('./sessions/approve-all')).ApproveAll }));
const CloseQuestion = lazy(async () => ({ default: (await import('./sessions/close-question')).CloseQuestion }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./palette/shortcut-help')).ShortcutHelp }));
const Toasts = lazy(async () => ({ default: (await import('./toasts/toasts')).Toasts }));

/** The dialogs that belong to the window as a whole. */
export function FrameDialogs() {
  const palette = useAtomValue(paletteOpenAtom);
  const shortcutHelp = useAtomValue(shortcutHelpOpenAtom);
  const closing = useAtomValue(closingAtom);
  const approvingAll = useAtomValue(approvingAllAtom);
  const toasts = useAtomValue(toastsAtom);
  return (
    <>
      <Overlay name="Commands">{palette && <Palette />}</Overlay>
      <Overlay name="The list of shortcuts">{shortcutHelp && <ShortcutHelp />}</Overlay>
      <Overlay name="This question">{closing && <CloseQuestion />}</Overlay>
      <Overlay name="This question">{approvingAll && <ApproveAll key={approvingAll} id={approvingAll} />}</Overlay>
      <Overlay name="A message">{toasts.length > 0 && <Toasts />}</Overlay>
    </>
  );
}
