import { useAtomValue } from 'jotai';
import { lazy } from 'react';
import { approvingAllAtom, closingAtom, paletteOpenAtom, shortcutSheetOpenAtom } from './base/app-state';
import { Overlay } from './overlay';
import { toastsAtom } from './toasts/show-toast';

const ApproveAll = lazy(async () => ({ default: (await import('./sessions/approve-all')).ApproveAll }));
const CloseQuestion = lazy(async () => ({ default: (await import('./sessions/close-question')).CloseQuestion }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/shortcut-sheet')).ShortcutSheet }));
const Toasts = lazy(async () => ({ default: (await import('./toasts/toasts')).Toasts }));

/** The dialogs that belong to no one part of the window. */
export function FrameDialogs() {
  const palette = useAtomValue(paletteOpenAtom);
  const sheet = useAtomValue(shortcutSheetOpenAtom);
  const closing = useAtomValue(closingAtom);
  const approvingAll = useAtomValue(approvingAllAtom);
  const toasts = useAtomValue(toastsAtom);
  return (
    <>
      <Overlay name="Commands">{palette && <Palette />}</Overlay>
      <Overlay name="The list of shortcuts">{sheet && <ShortcutSheet />}</Overlay>
      <Overlay name="This question">{closing && <CloseQuestion />}</Overlay>
      <Overlay name="This question">{approvingAll && <ApproveAll key={approvingAll} id={approvingAll} />}</Overlay>
      <Overlay name="A message">{toasts.length > 0 && <Toasts />}</Overlay>
    </>
  );
}
