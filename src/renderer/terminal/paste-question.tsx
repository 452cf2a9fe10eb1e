import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { terminalQuestionOpenAtom } from '../base/app-state';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { ScrollBox } from '../ui/scroll-box';
import type { Paste } from './clean-paste';
import styles from './terminal.module.css';

interface PasteQuestionProps {
  readonly pasted: Paste;
  readonly onPaste: () => void;
  readonly onClose: () => void;
}

/** Asks before a paste whose lines the program would run one by one. */
export function PasteQuestion({ pasted: { text, lines }, onPaste, onClose }: PasteQuestionProps) {
  const setOpen = useSetAtom(terminalQuestionOpenAtom);
  useEffect(() => {
    setOpen(true);
    return () => setOpen(false);
  }, [setOpen]);
  return (
    <Dialog title={lines === 1 ? 'Paste and run this line?' : `Paste and run these ${lines} lines?`} onClose={onClose}>
      <p>The program in the terminal runs each line as soon as it is pasted.</p>
      <ScrollBox name="Text to paste" className={styles.preview}>
        {text}
      </ScrollBox>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={onPaste}>
          Paste
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
