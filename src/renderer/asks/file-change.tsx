import { useEffect, useState } from 'react';
import type { Ask } from '../../shared/ask';
import type { AskedFile } from '../../shared/asked-file';
import { messageOf } from '../../shared/errors';
import { Difference } from '../diff/lazy-diff';
import { host } from '../host';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import { needsThought } from './ask-words';
import { JudgedText } from './judged-text';
import { proposedChange } from './proposed-change';
import { Seen } from './seen';

/** Tools whose effect on a file can be told beforehand. */
export const changesFile = (tool: string): boolean => tool === 'Edit' || tool === 'Write' || tool === 'MultiEdit';

interface FileChangeProps {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What an editing call would make of the file as it is now. */
export function FileChange({ ask, input }: FileChangeProps) {
  const { file, failure } = useAskedFile(ask);
  if (failure !== null) return <Failure text={`The file can’t be read: ${failure}`} />;
  if (file === null) return <p className={styles.quiet}>Reading the file…</p>;
  const known = file.now.what === 'text' || file.now.what === 'missing';
  const change = proposedChange(ask.tool, input, file.now.what === 'text' ? file.now.text : '');
  return (
    <div className={styles.file}>
      <p className={styles.path}>
        <span className={styles.mono}>
          <Seen text={file.path} />
        </span>
        {file.now.what === 'missing' && <span className={styles.chip}>New file</span>}
      </p>
      {file.changedSinceRead === true && <p className={styles.mark}>This file has changed since Claude last read it.</p>}
      {known && change?.fits === false && <p className={styles.mark}>What Claude would replace is not in the file as it is now.</p>}
      {!known && (
        <p className={styles.quiet}>
          {file.now.what === 'too-big' ? 'The file is too big to be compared here.' : 'The file can’t be shown as text.'} This is what would
          be written:
        </p>
      )}
      {change === null ? (
        <JudgedText name="Input" text={JSON.stringify(input, null, 2)} whole={needsThought(ask)} />
      ) : (
        <Difference name={`Changes to ${file.path}`} before={change.before} after={change.after} numbered={change.fits} />
      )}
    </div>
  );
}

/** The file behind an ask, read again whenever the window comes to the front: people change files elsewhere. */
function useAskedFile({ id }: Ask): { readonly file: AskedFile | null; readonly failure: string | null } {
  const [file, setFile] = useState<AskedFile | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const read = (): void =>
      void host.request('asks.file', { id }).then(
        (now) => {
          if (!current) return;
          setFile(now);
          setFailure(null);
        },
        (error: unknown) => current && setFailure(messageOf(error)),
      );
    read();
    window.addEventListener('focus', read);
    return () => {
      current = false;
      window.removeEventListener('focus', read);
    };
  }, [id]);
  return { file, failure };
}
