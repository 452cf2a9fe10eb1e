import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import styles from './find-bar.module.css';
import { foundWords } from './step';
import type { Find } from './use-find';

/** Enter goes to the next, Shift+Enter to the one before, Esc closes. */
export function FindBar({ find }: { readonly find: Find }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const none = !find.found || find.found.hits.length === 0;
  return (
    <search
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        find.close();
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label="Find in transcript"
        placeholder="Find in transcript"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
        autoFocus
        value={find.text}
        onChange={(event) => find.change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          find.step(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className={`${styles.count} tabular`}>
        {find.found && foundWords(find.found)}
      </span>
      <Button
        small
        look="quiet"
        aria-label="Previous match"
        title="Previous match (Shift+Enter)"
        disabled={none}
        onClick={() => find.step(-1)}
      >
        ↑
      </Button>
      <Button small look="quiet" aria-label="Next match" title="Next match (Enter)" disabled={none} onClick={() => find.step(1)}>
        ↓
      </Button>
      <Button small look="quiet" aria-label="Close find" title="Close (Esc)" onClick={find.close}>
        ×
      </Button>
      <Failure text={find.failure} />
    </search>
  );
}
