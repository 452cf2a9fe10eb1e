import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { maxTextLength } from '../../shared/limits';
import { composerId } from '../base/composer-id';
import { useTask } from '../base/task';
import { Failure } from '../ui/failure';
import { useSuggestions } from '../ui/suggestions';
import styles from './composer.module.css';
import { replaceToken, tokenAt } from './message-token';
import { useTokenSuggestions } from './token-suggestions';
import { useSentHistory } from './use-sent-history';

interface MessageFieldProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly id: SessionId;
  readonly text: string;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: FileList) => void;
  /** Called for an Esc that nothing in the field handles. */
  readonly onEsc: () => void;
  readonly onProblem: (problem: string | null) => void;
}

/** The text field for a message: it grows with its lines, suggests files and commands, and recalls sent messages. */
export function MessageField({ ref, id, text, busy, onText, onFiles, onEsc, onProblem }: MessageFieldProps) {
  const [caret, setCaret] = useState(0);
  /** The start of the token whose suggestions were dismissed. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const nextCaret = useRef<number | null>(null);
  const history = useSentHistory(id);
  const recalling = useTask();

  const token = tokenAt(text, caret);
  if (token === null && dismissed !== null) setDismissed(null);
  const openToken = token && token.from !== dismissed ? token : null;
  const items = useTokenSuggestions(id, openToken);
  const suggestions = useSuggestions({
    label: openToken?.kind === 'command' ? 'Commands' : 'Files',
    items: openToken ? items : [],
    isComplete: ({ value }) => value === openToken?.query,
    onDismiss: () => setDismissed(openToken?.from ?? null),
    onPick: ({ value }) => {
      if (!openToken) return;
      const next = replaceToken(text, openToken, value);
      write(next.text, next.caret);
    },
  });

  const write = (next: string, at = next.length): void => {
    nextCaret.current = at;
    onText(next);
    setCaret(at);
  };
  // React moves the caret to the end after a change that was not typed.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    ref.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  /** Up and Down move between lines, and recall sent messages only at the first or last line. */
  const recallOlder = (field: HTMLTextAreaElement): boolean => {
    if (field.selectionStart !== field.selectionEnd) return false;
    const atStart = field.selectionStart === 0 || (history.isShowing(text) && !text.slice(0, field.selectionStart).includes('\n'));
    if (!atStart) return false;
    recalling.run(async () => {
      const older = await history.older(text);
      if (older !== null) write(older);
    });
    return true;
  };
  const recallNewer = (field: HTMLTextAreaElement): boolean => {
    if (!history.isShowing(text) || text.slice(field.selectionEnd).includes('\n')) return false;
    const newer = history.newer();
    if (newer !== null) write(newer);
    return newer !== null;
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, it gets the keys.
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
      <Failure text={recalling.failure} />
    </>
  );
}
