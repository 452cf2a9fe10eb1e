import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { maxTextLength } from '../../shared/limits';
import { composerId } from '../base/composer-id';
import { useTask } from '../base/task';
import { Failure } from '../ui/failure';
import { useSuggestions } from '../ui/suggestions';
import styles from './composer.module.css';
import { tokenAt, withToken } from './message-token';
import { useSentHistory } from './sent-history';
import { useTokenSuggestions } from './token-suggestions';

interface MessageFieldProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly id: SessionId;
  readonly text: string;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: FileList) => void;
  /** Esc, when nothing in the field has a use for it. */
  readonly onEsc: () => void;
  readonly onProblem: (problem: string | null) => void;
}

/** The message as it is written: grows with its lines, offers files and commands, and remembers what was sent. */
export function MessageField({ ref, id, text, busy, onText, onFiles, onEsc, onProblem }: MessageFieldProps) {
  const [caret, setCaret] = useState(0);
  /** Where the token begins whose list was put away. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const nextCaret = useRef<number | null>(null);
  const history = useSentHistory(id);
  const looking = useTask();

  const token = tokenAt(text, caret);
  if (token === null && dismissed !== null) setDismissed(null);
  const offered = token && token.from !== dismissed ? token : null;
  const items = useTokenSuggestions(id, offered);
  const suggestions = useSuggestions({
    label: offered?.kind === 'command' ? 'Commands' : 'Files',
    items: offered ? items : [],
    isComplete: ({ value }) => value === offered?.query,
    onDismiss: () => setDismissed(offered?.from ?? null),
    onPick: ({ value }) => {
      if (!offered) return;
      const next = withToken(text, offered, value);
      write(next.text, next.caret);
    },
  });

  const write = (next: string, at = next.length): void => {
    nextCaret.current = at;
    onText(next);
    setCaret(at);
  };
  // React puts the caret at the end of a text that was not typed.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    ref.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  /** Up and Down are for the lines of what is written, and for the past only where it has none to go to. */
  const recallOlder = (field: HTMLTextAreaElement): boolean => {
    if (field.selectionStart !== field.selectionEnd) return false;
    const atStart = field.selectionStart === 0 || (history.isAt(text) && !text.slice(0, field.selectionStart).includes('\n'));
    if (!atStart) return false;
    looking.run(async () => {
      const older = await history.older(text);
      if (older !== null) write(older);
    });
    return true;
  };
  const recallNewer = (field: HTMLTextAreaElement): boolean => {
    if (!history.isAt(text) || text.slice(field.selectionEnd).includes('\n')) return false;
    const newer = history.newer();
    if (newer !== null) write(newer);
    return newer !== null;
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, the keys are its own.
    if (event.nativeEvent.isComposing || suggestions.onKey(event)) return;
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      history.forget();
      event.currentTarget.form?.requestSubmit();
    } else if (event.key === 'ArrowUp') {
      if (recallOlder(event.currentTarget)) event.preventDefault();
    } else if (event.key === 'ArrowDown') {
      if (recallNewer(event.currentTarget)) event.preventDefault();
    } else if (event.key === 'Escape' && !event.repeat) onEsc();
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { files } = event.clipboardData;
    if (files.length > 0) {
      event.preventDefault();
      onFiles(files);
    } else if (text.length + event.clipboardData.getData('text/plain').length > maxTextLength) {
      event.preventDefault();
      onProblem('This is too long to paste: a message takes 5 million characters. Put it in a file and mention that with @.');
    }
  };

  return (
    <>
      <div className={styles.suggestions}>{suggestions.list}</div>
      <textarea
        {...suggestions.field}
        ref={ref}
        id={composerId}
        aria-label="Message"
        className={styles.field}
        rows={1}
        value={text}
        maxLength={maxTextLength}
        placeholder={busy ? 'Say what comes next: it is sent when this turn ends' : 'Message Claude'}
        onChange={(event) => {
          setCaret(event.target.selectionStart);
          onText(event.target.value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setDismissed(token?.from ?? null)}
        onFocus={() => setDismissed(null)}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      <Failure text={looking.failure} />
    </>
  );
}
