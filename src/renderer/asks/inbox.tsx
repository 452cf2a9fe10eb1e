import { useSetAtom } from 'jotai';
import { inboxOpenAtom } from './dialog-state';
import { inboxButtonId } from './inbox-button';
import { InboxPanel } from './inbox-panel';

/** The inbox beside the active session. */
export function Inbox() {
  const setOpen = useSetAtom(inboxOpenAtom);
  const close = (): void => {
    setOpen(false);
    document.getElementById(inboxButtonId)?.focus();
  };
  return <InboxPanel onClose={close} />;
}
