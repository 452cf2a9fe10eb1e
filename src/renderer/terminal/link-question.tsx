import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { escapeInvisible } from '../../shared/invisible';
import { terminalQuestionOpenAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { ScrollBox } from '../ui/scroll-box';
import { linkKind, type TerminalLink, targetOf } from './link';
import styles from './terminal.module.css';

interface LinkQuestionProps {
  readonly link: TerminalLink;
  readonly onClose: () => void;
}

/** Asks before it opens a link whose text differs from its address. */
export function LinkQuestion({ link, onClose }: LinkQuestionProps) {
  const setOpen = useSetAtom(terminalQuestionOpenAtom);
  const task = useTask();
  useEffect(() => {
    setOpen(true);
    return () => setOpen(false);
  }, [setOpen]);
  const open = async (): Promise<void> => {
    await host.request('links.open', { url: link.address });
    onClose();
  };
  return (
    <Dialog title="Open this link?" onClose={onClose}>
      <p>It leads to:</p>
      <ScrollBox name="Address of the link" className={styles.preview}>
        {escapeInvisible(targetOf(link.address))}
      </ScrollBox>
      {linkKind(link) === 'other-address' && (
        <Failure text={`The terminal shows a different address for it: ${escapeInvisible(link.text.trim())}`} />
      )}
      <Failure text={task.failure} />
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={task.busy} onClick={() => task.run(open)}>
          Open
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
