import type { ReactNode } from 'react';
import { Boundary } from '../ui/boundary';
import { LongText } from '../ui/long-text';
import { CopyButton } from './copy-button';
import styles from './item-boundary.module.css';

interface ItemBoundaryProps {
  /** What is shown. Its raw text can be copied where it can't be drawn. */
  readonly item: unknown;
  readonly inList?: boolean;
  readonly children: ReactNode;
}

/** One of many items: a bad one costs its own row and no other. */
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

/** Null for what can't be written out either: it may be nested too deeply. */
export function rawText(value: unknown): string | null {
  try {
    return JSON.stringify(value, null, 2) ?? null;
  } catch {
    return null;
  }
}
