import { type KeyboardEvent, useState } from 'react';
import { Button } from '../ui/button';
import styles from './terminal.module.css';

interface FindBarProps {
  /** Returns whether there is any. */
  readonly find: (text: string, backwards: boolean) => boolean;
  readonly onClose: () => void;
}

/** Finds text in what the terminal has printed. */
export function FindBar({ find, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const look = (wanted: string, backwards: boolean): void => setMissing(wanted !== '' && !find(wanted, backwards));
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) look(text, !event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <search aria-label="Find in terminal" className={styles.find} onKeyDown={onKey}>
      <input
        type="text"
        aria-label="Find in terminal"
        placeholder="Find"
        spellCheck={false}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it opens because the person asked for it, to type here
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
          look(event.target.value, true);
        }}
      />
      <span role="status" className={styles.found}>
        {missing ? 'Nothing found' : ''}
      </span>
      <Button small look="quiet" aria-label="Find earlier" title="Earlier (Enter)" onClick={() => look(text, true)}>
        ↑
      </Button>
      <Button small look="quiet" aria-label="Find later" title="Later (Shift+Enter)" onClick={() => look(text, false)}>
        ↓
      </Button>
      <Button small look="quiet" aria-label="Close find" title="Close (Esc)" onClick={onClose}>
        ×
      </Button>
    </search>
  );
}
