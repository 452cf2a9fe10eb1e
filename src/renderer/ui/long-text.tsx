import { type MouseEvent, type ReactNode, useState } from 'react';
import { truncate } from '../../shared/truncate';
import { Button } from './button';
import styles from './long-text.module.css';
import { ScrollBox } from './scroll-box';

/** A longer text is slow to lay out, and nobody reads it at once. */
const initialLength = 20_000;

interface LongTextProps {
  readonly text: string;
  readonly name: string;
  /** Shows the whole text from the start. */
  readonly whole?: boolean;
  readonly draw?: (text: string) => ReactNode;
}

/** A long text in the code font. It shows the start, and a button for the rest. */
export function LongText({ text, name, whole = false, draw = (shown) => shown }: LongTextProps) {
  const [expanded, setExpanded] = useState(false);
  const rest = whole || expanded ? 0 : text.length - initialLength;
  // The button disappears, so the focus moves to the text.
  const showAll = ({ currentTarget }: MouseEvent): void => {
    currentTarget.parentElement?.querySelector<HTMLElement>('[data-scrolls]')?.focus();
    setExpanded(true);
  };
  return (
    <div className={styles.frame}>
      <ScrollBox name={name} className={styles.text}>
        {draw(rest > 0 ? truncate(text, initialLength) : text)}
      </ScrollBox>
      {rest > 0 && (
        <Button small onClick={showAll}>
          Show {rest.toLocaleString('en')} more characters
        </Button>
      )}
    </div>
  );
}
