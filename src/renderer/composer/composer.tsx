import { memo, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { msSinceDialogClosed } from '../ui/dialog-close-time';
import { Failure } from '../ui/failure';
import { AttachedImages } from './attached-images';
import { takeFiles } from './attachments';
import styles from './composer.module.css';
import { type Draft, emptyDraft, prependMessage } from './drafts';
import { MessageField } from './message-field';
import { useDraft } from './use-draft';
import { OfferedMessage, QueuedMessage } from './waiting-messages';

interface ComposerProps extends Pick<SessionSummary, 'id' | 'folder' | 'queued' | 'offered'> {
  /** A turn is under way. */
  readonly busy: boolean;
}

/** Where a person writes to the session. What could not be sent comes back with the reason. */
export const Composer = memo(function Composer({ id, folder, queued, offered, busy }: ComposerProps) {
  const [draft, changeDraft] = useDraft(id);
  const [problem, setProblem] = useState<string | null>(null);
  const [dropping, setDropping] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Pasted or dropped files, each time's together, that wait while earlier ones are attached. */
  const given = useRef<File[][]>([]);
  const sending = useTask();
  const attaching = useTask();
  const interrupting = useTask();

  // Ready to write, unless the person is somewhere else: on the tabs, or renaming.
  useEffect(() => {
    // Once all of the session is drawn: focusing lays the page out, and this is one part of several that come together.
    queueMicrotask(() => {
      if (document.activeElement === document.body) field.current?.focus();
    });
  }, []);

  const empty = draft.text.trim() === '' && draft.images.length === 0;
  const interrupt = (): void => interrupting.run(() => host.request('sessions.interrupt', { id }));
  const onEsc = useEscTwice(() => {
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
    for (let files = given.current.shift(); files; files = given.current.shift()) {
      const { images, mentions, problem: found } = await takeFiles(files, folder, already);
      already += images.length;
      setProblem(found);
      changeDraft((before) => ({
        text: mentions.length === 0 ? before.text : `${before.text.replace(/(\S)$/, '$1 ')}${mentions.join(' ')} `,
        images: [...before.images, ...images],
      }));
    }
  };
  const onFiles = (files: FileList): void => {
    given.current.push([...files]);
    attaching.run(attach);
  };
  const write = (): void => field.current?.focus();
  const putBack = (message: Draft): void => {
    changeDraft((before) => prependMessage(before, message));
    write();
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    // A picture that is still being attached belongs to this message.
    if (empty || attaching.busy) return;
    // With nothing left to send, the button lets the focus go.
    write();
    sending.run(send);
  };

  return (
    <>
      {offered && <OfferedMessage id={id} message={offered} onEdit={putBack} onGone={write} />}
      {queued && <QueuedMessage id={id} message={queued} onEdit={putBack} onGone={write} />}
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
          write();
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

/** The second within this time counts. */
const twiceMs = 500;
/** Esc may have been meant for a dialog that has just gone. */
const afterDialogMs = 1_000;

/** Returns what to call on each Esc; the second one in a row does it. */
function useEscTwice(act: () => void): () => void {
  const firstAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (msSinceDialogClosed() < afterDialogMs) return;
    if (now - firstAt.current <= twiceMs) {
      firstAt.current = Number.NEGATIVE_INFINITY;
      act();
    } else firstAt.current = now;
  };
}
