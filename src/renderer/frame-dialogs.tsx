import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { paletteOpenAtom, shortcutSheetOpenAtom } from './palette/palette-state';
import { approvingAllAtom } from './sessions/approving-all';
import { closingAtom } from './sessions/close-session';
import { toastsAtom } from './toasts/show-toast';

const ApproveAll = lazy(async () => ({ default: (await import('./sessions/approve-all')).ApproveAll }));
const CloseQuestion = lazy(async () => ({ default: (await import('./sessions/close-question')).CloseQuestion }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/shortcut-sheet')).ShortcutSheet }));
const Toasts = lazy(async () => ({ default: (await import('./toasts/toasts')).Toasts }));

/** What stands over the window for a while; each is loaded when it is first needed. */
export function FrameDialogs() {
  const palette = useAtomValue(paletteOpenAtom);
  const sheet = useAtomValue(shortcutSheetOpenAtom);
  const closing = useAtomValue(closingAtom);
  const approvingAll = useAtomValue(approvingAllAtom);
  const toasts = useAtomValue(toastsAtom);
  return (
    <>
      <Suspense>{palette && <Palette />}</Suspense>
      <Suspense>{sheet && <ShortcutSheet />}</Suspense>
      <Suspense>{closing && <CloseQuestion />}</Suspense>
      <Suspense>{approvingAll && <ApproveAll key={approvingAll} id={approvingAll} />}</Suspense>
      <Suspense>{toasts.length > 0 && <Toasts />}</Suspense>
    </>
  );
}
