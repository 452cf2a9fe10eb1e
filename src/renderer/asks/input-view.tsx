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
  /** Of a call that changes one. */
  readonly file: KnownFile;
}

/** What a call would do: a command as it would run, a change to a file as a difference, anything else by its fields. */
export function InputView({ ask, input, whole, file }: InputViewProps) {
  // A difference to half of what would be written says nothing.
  if (changesFile(ask.tool) && whole) return <FileChange ask={ask} input={input} known={file} />;
  const { command, ...rest } = input;
  const shell = ask.tool === Tool.Bash && typeof command === 'string';
  // Who allows a marked call has had all of it before their eyes.
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

/** `file_path` as people say it. */
const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
