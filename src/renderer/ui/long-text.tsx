import { type MouseEvent, type ReactNode, useState } from 'react';
import { truncate } from '../../shared/truncate';
import { Button } from './button';
import styles from './long-text.module.css';
import { ScrollBox } from './scroll-box';

/** More than anyone reads at once, and more than a page lays out quickly. */
const shownAtFirst = 20_000;

interface LongTextProps {
  readonly text: string;
  readonly name: string;
  /** All of it from the start. */
  readonly whole?: boolean;
  readonly draw?: (text: string) => ReactNode;
}

/** Text as it is, in the code font: the beginning of it until the person wants all. */
export function LongText({ text, name, whole = false, draw = (shown) => shown }: LongTextProps) {
  const [wanted, setWanted] = useState(false);
  const rest = whole || wanted ? 0 : text.length - shownAtFirst;
  // The button goes, and the focus to what it made longer.
  const showAll = ({ currentTarget }: MouseEvent): void => {
    currentTarget.parentElement?.querySelector<HTMLElement>('[data-scrolls]')?.focus();
    setWanted(true);
  };
  return (
    <div className={styles.frame}>
      <ScrollBox name={name} className={styles.text}>
        {draw(rest > 0 ? truncate(text, shownAtFirst) : text)}
      </ScrollBox>
      {rest > 0 && (
        <Button small onClick={showAll}>
          Show {rest.toLocaleString('en')} more characters
        </Button>
      )}
    </div>
  );
}
