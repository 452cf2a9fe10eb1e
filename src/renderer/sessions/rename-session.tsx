import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { maxTitleLength } from '../../shared/limits';
import { host } from '../base/host';
import styles from './session-view.module.css';

interface RenameSessionProps {
  readonly id: SessionId;
  readonly title: string;
  readonly onDone: () => void;
}

/** The field to rename a session. Enter and blur save the new title, Esc keeps the old one. */
export function RenameSession({ id, title, onDone }: RenameSessionProps) {
  const [text, setText] = useState(title);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const keep = (): void => {
    const next = text.trim();
    if (next !== '' && next !== title) void host.request('sessions.rename', { id, title: next });
    onDone();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') keep();
    else if (event.key === 'Escape') onDone();
  };
  return (
    <input
      ref={input}
      type="text"
      aria-label="Session title"
      className={styles.rename}
      maxLength={maxTitleLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKey}
      onBlur={keep}
    />
  );
}
