import * as Radix from '@radix-ui/react-toast';
import type { ReactNode } from 'react';
import { Button } from './button';
import styles from './toast.module.css';

/** How long a toast stays. Hovering or focusing it pauses the timer. */
const shownMs = 6_000;

/** The place where toasts appear. */
export function ToastViewport({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider duration={shownMs} label="Notification">
      {children}
      <Radix.Viewport className={styles.viewport} />
    </Radix.Provider>
  );
}

export interface ToastCardProps {
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => unknown } | undefined;
  readonly onClose: () => void;
}

export function ToastCard({ text, action, onClose }: ToastCardProps) {
  return (
    <Radix.Root className={styles.toast} type="background" onOpenChange={(open) => !open && onClose()}>
      <Radix.Description className={styles.text}>{text}</Radix.Description>
      {action && (
        <Radix.Action asChild altText={action.label}>
          <Button small onClick={() => void action.run()}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <button type="button" aria-label="Dismiss" className={styles.close}>
          ×
        </button>
      </Radix.Close>
    </Radix.Root>
  );
}
