import { useState } from 'react';
import { Button } from './button';
import styles from './long-text.module.css';
import { ScrollBox } from './scroll-box';

/** More than anyone reads at once, and more than a page lays out quickly. */
const shownAtFirst = 20_000;

/** Text as it is, in the code font: the beginning of it until the person wants all. */
export function LongText({ text, name }: { readonly text: string; readonly name: string }) {
  const [all, setAll] = useState(false);
  const rest = text.length - shownAtFirst;
  return (
    <div className={styles.frame}>
      <ScrollBox name={name} className={styles.text}>
        {all || rest <= 0 ? text : text.slice(0, shownAtFirst)}
      </ScrollBox>
      {!all && rest > 0 && (
        <Button small onClick={() => setAll(true)}>
          Show {rest.toLocaleString('en')} more characters
        </Button>
      )}
    </div>
  );
}
