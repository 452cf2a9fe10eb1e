import { askerTitle } from '../../shared/interaction';
import type { InteractionStep, Note } from '../../shared/transcript';
import { usePlacedPrompt } from '../asks/placed-prompts';
import { LongText } from '../ui/long-text';
import { SecondsUntil } from '../ui/seconds-until';
import { noteWords, retryCause } from './note-words';
import { InteractionSteps } from './tools/interaction-steps';
import styles from './transcript.module.css';

/** A line about an event in the conversation. */
export function NoteLine({ note }: { readonly note: Note }) {
  if (note.what === 'retry' && !note.over)
    return (
      <div className={styles.note} data-tone="warning">
        {retryCause(note)}. Trying again <SecondsUntil at={note.retryAtMs} />, {note.attempt} of {note.max}.
      </div>
    );
  if (note.what === 'interaction') return <PromptNote step={note.step} />;
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

/** A prompt of an MCP server that belongs to no known call. */
function PromptNote({ step }: { readonly step: InteractionStep }) {
  const { interactionId, origin, isOpen } = step;
  const open = usePlacedPrompt(isOpen ? { prompt: interactionId } : null);
  return (
    <div className={styles.prompt}>
      {open === null && <p className={styles.aside}>{askerTitle(origin)}</p>}
      <InteractionSteps tool={origin.by === 'tool' ? origin.tool : origin.server} steps={[step]} open={open} />
    </div>
  );
}
