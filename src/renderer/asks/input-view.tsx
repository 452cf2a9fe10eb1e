import type { Ask } from '../../shared/ask';
import { Tool } from '../../shared/tools';
import { EscapedText } from '../base/escaped-text';
import styles from './ask.module.css';
import { needsThought } from './ask-words';
import { changesFile, FileChange } from './file-change';
import { JudgedText } from './judged-text';
import type { KnownFile } from './use-asked-file';

interface InputViewProps {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
  readonly whole: boolean;
  /** The file, for a call that changes one. */
  readonly file: KnownFile;
}

/** Shows what a call would do: the command, the change to a file as a diff, or the fields of its input. */
export function InputView({ ask, input, whole, file }: InputViewProps) {
  // A diff against half of the new text would be misleading.
  if (changesFile(ask.tool) && whole) return <FileChange ask={ask} input={input} known={file} />;
  const { command, ...rest } = input;
  const shell = ask.tool === Tool.Bash && typeof command === 'string';
  // A marked call is drawn whole, because it can be allowed only with all of it in view.
  const marked = needsThought(ask);
  const fields = Object.entries(shell ? rest : input);
  return (
    <>
      {shell && <JudgedText name="Command" text={command} whole={marked} />}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>
                <EscapedText text={readable(name)} />
              </dt>
              <dd>
                <FieldValue name={name} value={value} marked={marked} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface FieldValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly marked: boolean;
}

function FieldValue({ name, value, marked }: FieldValueProps) {
  if (value === '') return '(empty)';
  if (typeof value === 'string' && value.length <= 120 && !value.includes('\n'))
    return (
      <span className={styles.value}>
        <EscapedText text={value} />
      </span>
    );
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return <JudgedText name={readable(name)} text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} whole={marked} />;
}

/** Turns `file_path` into “File path”. */
const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
