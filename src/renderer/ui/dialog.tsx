import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { Cross } from './cross';
import styles from './dialog.module.css';
import { useNoteDialogClosed } from './dialog-closed';
import { useFocusBack } from './focus-back';
import { PartBoundary } from './part-boundary';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Where the focus goes afterwards; to where it was before when there is no such element. */
  readonly focusNext?: () => HTMLElement | null;
  /** A large frame of fixed size, whose contents scroll by themselves. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog named by its title, open for as long as it is drawn. Esc and the overlay close it. */
export function Dialog({ title, onClose, focusNext, wide = false, children }: DialogProps) {
  useNoteDialogClosed();
  const focusBack = useFocusBack();
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    const next = focusNext?.();
    if (next) next.focus();
    else focusBack();
  };
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={`${styles.content} ${wide ? styles.wide : ''}`}
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          onEscapeKeyDown={leaveToTaker}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <PartBoundary name="This dialog">{children}</PartBoundary>
          {wide && (
            <Radix.Close className={styles.close} aria-label="Close">
              <Cross />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A control that takes every key to record it, or has a list open, takes Esc as well. */
function leaveToTaker(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-takes-keys="true"]')) event.preventDefault();
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
