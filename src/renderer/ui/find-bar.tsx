import { useEffect, useRef } from 'react';
import { Button } from './button';
import { Failure } from './failure';
import styles from './find-bar.module.css';

interface FindBarProps {
  readonly name: string;
  readonly text: string;
  /** The number of matches, in words. */
  readonly found: string;
  readonly none: boolean;
  readonly failure?: string | null;
  /** The direction of Enter. Shift+Enter goes the other way. */
  readonly enterDirection: 1 | -1;
  readonly onChange: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

/** A bar to find text in the view below it. Esc closes it. */
export function FindBar({ name, text, found, none, failure = null, enterDirection, onChange, onStep, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const keys = (by: 1 | -1): string => (by === enterDirection ? 'Enter' : 'Shift+Enter');
  return (
    <search
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={name}
        placeholder={name}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the person opened it to type
        autoFocus
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey === (enterDirection === -1) ? 1 : -1);
        }}
      />
      <span role="status" className={`${styles.count} tabular`}>
        {found}
      </span>
      <Button
        small
        look="quiet"
        aria-label="Previous match"
        title={`Previous match (${keys(-1)})`}
        disabled={none}
        onClick={() => onStep(-1)}
      >
        ↑
      </Button>
      <Button small look="quiet" aria-label="Next match" title={`Next match (${keys(1)})`} disabled={none} onClick={() => onStep(1)}>
        ↓
      </Button>
      <Button small look="quiet" aria-label="Close find" title="Close (Esc)" onClick={onClose}>
        ×
      </Button>
      <Failure text={failure} />
    </search>
  );
}
