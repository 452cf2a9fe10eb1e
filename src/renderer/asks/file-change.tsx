import type { Ask } from '../../shared/ask';
import type { AskedFile } from '../../shared/asked-file';
import { Tool } from '../../shared/tools';
import { EscapedText } from '../base/escaped-text';
import { Difference } from '../diff/lazy-diff';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import { needsThought } from './ask-words';
import { JudgedText } from './judged-text';
import { proposedChange } from './proposed-change';
import type { KnownFile } from './use-asked-file';

/** Tools whose effect on a file we can compute. */
export const changesFile = (tool: string): boolean => tool === Tool.Edit || tool === Tool.Write || tool === Tool.MultiEdit;

interface FileChangeProps {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
  readonly known: KnownFile;
}

/** The change that a call would make to the current file. If we can't compute it, the replaced text and its replacement. */
export function FileChange({ ask, input, known }: FileChangeProps) {
  if (known.state === 'reading') return <p className={styles.quiet}>Reading the file…</p>;
  if (known.state === 'read') return <Change ask={ask} input={input} file={known.file} />;
  return (
    <>
      {known.state === 'failed' && <Failure text={`The file can’t be read: ${known.why}`} />}
      <WholeInput ask={ask} input={input} />
    </>
  );
}

function WholeInput({ ask, input }: Omit<FileChangeProps, 'known'>) {
  return <JudgedText name="Input" text={JSON.stringify(input, null, 2)} whole={needsThought(ask)} />;
}

function Change({ ask, input, file }: Omit<FileChangeProps, 'known'> & { readonly file: AskedFile }) {
  const known = file.now.what === 'text' || file.now.what === 'missing';
  const change = proposedChange(ask.tool, input, file.now.what === 'text' ? file.now.text : '');
  return (
    <div className={styles.file}>
      <p className={styles.path}>
        <span className={styles.mono}>
          <EscapedText text={file.path} />
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
        <WholeInput ask={ask} input={input} />
      ) : (
        <Difference
          name={`Changes to ${file.path}`}
          before={change.before}
          after={change.after}
          numbered={change.fits}
          whole={needsThought(ask)}
        />
      )}
    </div>
  );
}
