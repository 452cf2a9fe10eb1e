import type { Note } from '../../shared/transcript';
import { LongText } from '../ui/long-text';
import { SecondsUntil } from '../ui/seconds-until';
import { noteWords, retryCause } from './note-words';
import styles from './transcript.module.css';

/** A line about an event in the conversation. */
export function NoteLine({ note }: { readonly note: Note }) {
  if (note.what === 'retry' && !note.over)
    return (
      <div className={styles.note} data-tone="warning">
        {retryCause(note)}. Trying again <SecondsUntil at={note.retryAtMs} />, {note.attempt} of {note.max}.
      </div>
    );
  const { text, tone, detail } = noteWords(note);
  return (
    <div className={styles.note} data-tone={tone}>
      {note.what !== 'output' && text}
      {detail !== undefined && (
        <div className={styles.printed}>
          {note.what === 'compaction' ? (
            <details>
              <summary>What Claude goes on with</summary>
              <LongText name="Summary" text={detail} />
            </details>
          ) : (
            <LongText name={text} text={detail} />
          )}
        </div>
      )}
    </div>
  );
}
