import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { asksAtom } from '../base/app-state';
import { host } from '../base/host';
import { report } from '../base/report-failures';
import { AskAnnouncer } from './ask-announcer';
import { InboxPanel } from './inbox-panel';
import { pressGuardAtom } from './press-guard';

/** How long the person sees that nothing is pending any more. */
const lingerMs = 700;

const hide = (): void => void host.request('inbox.hide').catch(report);

/** The contents of the small window that the global shortcut opens. */
export function InboxView() {
  const guard = useAtomValue(pressGuardAtom);
  const opening = useOpenings();
  useEffect(() => guard.watch(window), [guard]);
  useHidesWhenDone();
  return (
    <main>
      <InboxPanel key={opening} whole onClose={hide} onShow={(id) => void host.request('asks.open', { id }).catch(report)} />
      <AskAnnouncer />
    </main>
  );
}

/** Counts how often the window was shown. Each time it starts at the oldest ask, and all rows count as new. */
function useOpenings(): number {
  const [openings, setOpenings] = useState(0);
  useEffect(
    () =>
      host.on('window.command', (command) => {
        if (command === 'open-inbox') setOpenings((count) => count + 1);
      }),
    [],
  );
  return openings;
}

/** Closes the window after its last ask was answered. A window that was opened empty stays. */
function useHidesWhenDone(): void {
  const isEmpty = useAtomValue(asksAtom).length === 0;
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  useEffect(() => {
    if (isEmpty === wasEmpty) return;
    if (!isEmpty) return setWasEmpty(false);
    const timer = setTimeout(() => {
      setWasEmpty(true);
      hide();
    }, lingerMs);
    return () => clearTimeout(timer);
  }, [isEmpty, wasEmpty]);
}
