import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { CloseIcon } from './close-icon';
import styles from './dialog.module.css';
import { useRecordDialogClose } from './dialog-close-time';
import { PartBoundary } from './part-boundary';
import { useRestoreFocus } from './restore-focus';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The element to focus after closing. Without one, the focus returns to where it was. */
  readonly focusNext?: () => HTMLElement | null;
  /** A large dialog of fixed size, whose contents scroll. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is mounted. Esc and a click on the overlay close it. */
export function Dialog({ title, onClose, focusNext, wide = false, children }: DialogProps) {
  useRecordDialogClose();
  const restoreFocus = useRestoreFocus();
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    const next = focusNext?.();
    if (next) next.focus();
    else restoreFocus();
  };
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={`${styles.content} ${wide ? styles.wide : ''}`}
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          onEscapeKeyDown={keepOpenForKeyTaker}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <PartBoundary name="This dialog">{children}</PartBoundary>
          {wide && (
            <Radix.Close className={styles.close} aria-label="Close">
              <CloseIcon />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Esc does not close the dialog while a control records keys or has a list open. */
function keepOpenForKeyTaker(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-takes-keys="true"]')) event.preventDefault();
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
