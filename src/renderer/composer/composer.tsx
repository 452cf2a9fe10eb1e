import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../shared/session';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { AttachedImages } from './attached-images';
import styles from './composer.module.css';
import { composerId } from './composer-id';
import { changeDraftAtom, draftOfAtom, emptyDraft, withTextBack } from './drafts';
import { readImages } from './images';
import { OfferedMessage } from './offered-message';
import { QueuedMessage } from './queued-message';

/** Where a person writes to the session. What could not be sent comes back with the reason. */
export function Composer({ session }: { readonly session: SessionSummary }) {
  const { id, state, queued, offered } = session;
  const draft = useAtomValue(draftOfAtom)(id);
  const changeDraft = useSetAtom(changeDraftAtom);
  const [problem, setProblem] = useState<string | null>(null);
  const [dropping, setDropping] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useTask();
  const attaching = useTask();
  const interrupting = useTask();

  // Ready to write, unless the person is somewhere else: on the tabs, or renaming.
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, []);

  const busy = state === 'working' || state === 'waiting';
  const empty = draft.text.trim() === '' && draft.images.length === 0;

  const send = async (): Promise<void> => {
    const { text, images } = draft;
    setProblem(null);
    changeDraft(id, () => emptyDraft);
    try {
      await host.request('sessions.send', { id, message: { text, images: [...images] } });
    } catch (error) {
      changeDraft(id, (since) => ({ ...withTextBack(since, text), images: [...images, ...since.images] }));
      throw error;
    }
  };
  const attach = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const read = await readImages(files, draft.images.length);
    setProblem(read.problem);
    changeDraft(id, (before) => ({ ...before, images: [...before.images, ...read.images] }));
  };
  const putBack = (text: string): void => {
    changeDraft(id, (before) => withTextBack(before, text));
    field.current?.focus();
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!empty) sending.run(send);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <>
      {offered !== null && <OfferedMessage id={id} text={offered} onPutBack={putBack} />}
      {queued && <QueuedMessage id={id} queued={queued} onEdit={putBack} onLost={setProblem} />}
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
          const files = [...event.dataTransfer.files];
          attaching.run(() => attach(files));
        }}
      >
        <AttachedImages
          images={draft.images}
          onRemove={(image) => changeDraft(id, (before) => ({ ...before, images: before.images.filter((one) => one !== image) }))}
        />
        <textarea
          ref={field}
          id={composerId}
          aria-label="Message"
          className={styles.field}
          rows={1}
          value={draft.text}
          placeholder={busy ? 'Say what comes next: it is sent when this turn ends' : 'Message Claude'}
          onChange={(event) => changeDraft(id, (before) => ({ ...before, text: event.target.value }))}
          onKeyDown={onKey}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            const files = [...event.clipboardData.files];
            attaching.run(() => attach(files));
          }}
        />
        <div className={styles.actions}>
          <span className={styles.hint}>Enter sends, Shift+Enter breaks the line</span>
          {busy && (
            <Button small disabled={interrupting.busy} onClick={() => interrupting.run(() => host.request('sessions.interrupt', { id }))}>
              Interrupt
            </Button>
          )}
          <Button small type="submit" look="primary" disabled={empty || sending.busy}>
            Send
          </Button>
        </div>
      </form>
      <Failure text={sending.failure ?? interrupting.failure ?? attaching.failure ?? problem} />
    </>
  );
}
