import { memo, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { msSinceDialogClosed } from '../ui/dialog-close-time';
import { Failure } from '../ui/failure';
import { AttachedImages } from './attached-images';
import { readAttachments } from './attachments';
import styles from './composer.module.css';
import { type Draft, emptyDraft, prependMessage } from './drafts';
import { MessageField } from './message-field';
import { useDraft } from './use-draft';
import { OfferedMessage, QueuedMessage } from './waiting-messages';

interface ComposerProps extends Pick<SessionSummary, 'id' | 'folder' | 'queued' | 'offered'> {
  /** A turn is in progress. */
  readonly busy: boolean;
}

/** The form to write a message to the session. A message that can't be sent returns to the field, with the reason. */
export const Composer = memo(function Composer({ id, folder, queued, offered, busy }: ComposerProps) {
  const [draft, changeDraft] = useDraft(id);
  const [problem, setProblem] = useState<string | null>(null);
  const [dropping, setDropping] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Batches of pasted or dropped files that wait until earlier ones are attached. */
  const pendingFiles = useRef<File[][]>([]);
  const sending = useTask();
  const attaching = useTask();
  const interrupting = useTask();

  // Take the focus, unless the person has put it elsewhere, for example on the tabs.
  useEffect(() => {
    // After the whole session is rendered, because focusing forces a layout.
    queueMicrotask(() => {
      if (document.activeElement === document.body) field.current?.focus();
    });
  }, []);

  const empty = draft.text.trim() === '' && draft.images.length === 0;
  const interrupt = (): void => interrupting.run(() => host.request('sessions.interrupt', { id }));
  const onEsc = useDoubleEsc(() => {
    if (busy) interrupt();
  });

  const send = async (): Promise<void> => {
    const { text, images } = draft;
    setProblem(null);
    changeDraft(() => emptyDraft);
    try {
      await host.request('sessions.send', { id, message: { text, images: [...images] } });
    } catch (error) {
      changeDraft((since) => prependMessage(since, { text, images }));
      throw error;
    }
  };
  const attach = async (): Promise<void> => {
    let already = draft.images.length;
    for (let files = pendingFiles.current.shift(); files; files = pendingFiles.current.shift()) {
      const { images, mentions, problem: found } = await readAttachments(files, folder, already);
      already += images.length;
      setProblem(found);
      changeDraft((before) => ({
        text: mentions.length === 0 ? before.text : `${before.text.replace(/(\S)$/, '$1 ')}${mentions.join(' ')} `,
        images: [...before.images, ...images],
      }));
    }
  };
  const onFiles = (files: FileList): void => {
    pendingFiles.current.push([...files]);
    attaching.run(attach);
  };
  const focusField = (): void => field.current?.focus();
  const putBack = (message: Draft): void => {
    changeDraft((before) => prependMessage(before, message));
    focusField();
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    // A picture that is still being attached belongs to this message.
    if (empty || attaching.busy) return;
    // The button becomes disabled and loses the focus.
    focusField();
    sending.run(send);
  };

  return (
    <>
      {offered && <OfferedMessage id={id} message={offered} onEdit={putBack} onGone={focusField} />}
      {queued && <QueuedMessage id={id} message={queued} onEdit={putBack} onGone={focusField} />}
      <form
        className={`${styles.composer} ${dropping ? styles.dropping : ''}`}
        onSubmit={onSubmit}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          setDropping(false);
          onFiles(event.dataTransfer.files);
          focusField();
        }}
      >
        <AttachedImages
          images={draft.images}
          onRemove={(image) => changeDraft((before) => ({ ...before, images: before.images.filter((one) => one !== image) }))}
        />
        <MessageField
          ref={field}
          id={id}
          text={draft.text}
          busy={busy}
          onText={(text) => changeDraft((before) => ({ ...before, text }))}
          onFiles={onFiles}
          onEsc={onEsc}
          onProblem={setProblem}
        />
        <div className={styles.actions}>
          <span className={styles.hint}>
            {busy ? 'Enter queues, Esc Esc interrupts' : 'Enter sends, Shift+Enter breaks the line, @ mentions a file, / for commands'}
          </span>
          {busy && (
            <Button small busy={interrupting.busy} onClick={interrupt}>
              Interrupt
            </Button>
          )}
          <Button small type="submit" look="primary" disabled={empty} busy={sending.busy || attaching.busy}>
            Send
          </Button>
        </div>
      </form>
      <Failure text={sending.failure ?? interrupting.failure ?? attaching.failure ?? problem} />
    </>
  );
});

/** The longest time between the two presses. */
const doublePressMs = 500;
/** An Esc this soon after a dialog closed may have been meant for the dialog. */
const afterDialogMs = 1_000;

/** Returns a function to call on each Esc; the second press in a row runs `act`. */
function useDoubleEsc(act: () => void): () => void {
  const firstAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (msSinceDialogClosed() < afterDialogMs) return;
    if (now - firstAt.current <= doublePressMs) {
      firstAt.current = Number.NEGATIVE_INFINITY;
      act();
    } else firstAt.current = now;
  };
}
