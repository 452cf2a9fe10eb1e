import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ClaudeTrial } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { useSave } from './save';
import styles from './settings.module.css';

/** The path of the `claude` to run, with a button that tests it. */
export function ClaudePath({ path }: { readonly path: string | null }) {
  const { save, failure } = useSave();
  const typed = useTypedText(path ?? '', (text) => void save({ claudePath: text || null }));
  const [tried, setTried] = useState<{ readonly path: string; readonly trial: ClaudeTrial } | null>(null);
  const task = useTask();
  const wanted = typed.text.trim();
  const test = async (): Promise<void> => setTried({ path: wanted, trial: await host.request('claude.try', { path: wanted }) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') typed.save();
  };
  return (
    <div className={styles.block}>
      <Field label="Path of claude" hint="Leave it empty, and Signalbox finds it by itself. Sessions that already run go on with theirs.">
        {(control) => (
          <div className={styles.withButton}>
            <input
              {...control}
              type="text"
              value={typed.text}
              onChange={(event) => typed.type(event.target.value)}
              onBlur={typed.save}
              onKeyDown={onKeyDown}
              placeholder="/path/to/claude"
              spellCheck={false}
              autoComplete="off"
            />
            <Button disabled={wanted === ''} busy={task.busy} onClick={() => task.run(test)}>
              Test
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {task.busy ? <p className={styles.hint}>Trying it…</p> : tried?.path === wanted && <Trial trial={tried.trial} />}
      </div>
      <Failure text={task.failure ?? failure} />
    </div>
  );
}

function Trial({ trial }: { readonly trial: ClaudeTrial }) {
  if (trial.outcome !== 'works') return <p className={styles.bad}>{trial.text}</p>;
  return (
    <>
      <p className={styles.good}>It works: Claude Code {trial.version}.</p>
    </>
  );
}

/**
 * The text of a field that is saved on blur, on Enter, or when the dialog closes, because half a path is not worth saving.
 * The typed text stays in the field even if it can't be saved.
 */
function useTypedText(saved: string, save: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    if (draft !== null && draft.trim() !== saved) save(draft.trim());
  };
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => () => latest.current(), []);
  return { text: draft ?? saved, type: setDraft, save: finish };
}
