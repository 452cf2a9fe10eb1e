import type { ReactNode } from 'react';
import { Boundary } from '../ui/boundary';
import { LongText } from '../ui/long-text';
import { CopyButton } from './copy-button';
import styles from './item-boundary.module.css';

interface ItemBoundaryProps {
  /** The value that `children` shows. If rendering fails, its raw text can be copied. */
  readonly item: unknown;
  readonly inList?: boolean;
  readonly children: ReactNode;
}

/** An error boundary for one item of a list, so that a broken item affects only its own row. */
export function ItemBoundary({ item, inList = false, children }: ItemBoundaryProps) {
  return (
    <Boundary
      resetOn={item}
      fallback={({ message }) => {
        const broken = <BrokenItem item={item} message={message} />;
        return inList ? <li>{broken}</li> : broken;
      }}
    >
      {children}
    </Boundary>
  );
}

function BrokenItem({ item, message }: { readonly item: unknown; readonly message: string }) {
  const raw = rawText(item);
  return (
    <div role="alert" className={styles.item}>
      <div className={styles.line}>
        <p>This item can’t be shown.</p>
        {raw !== null && <CopyButton text={raw} title="Copy the raw text of this item" />}
      </div>
      <details>
        <summary>Details</summary>
        <p>{message}</p>
        {raw !== null && <LongText name="Raw text" text={raw} />}
      </details>
    </div>
  );
}

/** Formats a value as JSON, or returns null if that fails too, for example because it is nested too deeply. */
export function rawText(value: unknown): string | null {
  try {
    return JSON.stringify(value, null, 2) ?? null;
  } catch {
    return null;
  }
}
