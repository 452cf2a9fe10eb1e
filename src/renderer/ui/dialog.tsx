import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Where the focus goes afterwards; to where it was before when there is no such element. */
  readonly focusNext?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** A modal dialog named by its title, open for as long as it is drawn. Esc and the overlay close it. */
export function Dialog({ title, onClose, focusNext, children }: DialogProps) {
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
        <Radix.Content className={styles.content} aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
