import type { Ask } from '../../shared/ask';
import { LongText } from '../ui/long-text';
import styles from './ask.module.css';
import { changesFile, FileChange } from './file-change';

interface InputViewProps {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
  readonly whole: boolean;
}

/** What a call would do: a command as it would run, a change to a file as a difference, anything else by its fields. */
export function InputView({ ask, input, whole }: InputViewProps) {
  // A difference to half of what would be written says nothing.
  if (changesFile(ask.tool) && whole) return <FileChange ask={ask} input={input} />;
  const { command, ...rest } = input;
  const shell = ask.tool === 'Bash' && typeof command === 'string';
  const fields = Object.entries(shell ? rest : input);
  return (
    <>
      {shell && <LongText name="Command" text={command} />}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{readable(name)}</dt>
              <dd>
                <FieldValue name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function FieldValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'string' && value.length <= 120 && !value.includes('\n')) return value === '' ? '(empty)' : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return <LongText name={readable(name)} text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />;
}

/** `file_path` as people say it. */
const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
