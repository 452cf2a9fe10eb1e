import type { ToolItem } from '../../../shared/transcript';
import { EscapedText } from '../../base/escaped-text';
import { counted } from '../../ui/amounts';
import { Button } from '../../ui/button';
import { LongText } from '../../ui/long-text';
import { commandOutput, someLines } from './command-output';
import { textField } from './field';
import { useFold } from './folds';
import { Outcome } from './outcome';
import styles from './tools.module.css';

/** How many lines of output are shown at first. */
const linesAtFirst = 8;

/** A command and its output. */
export function CommandBody({ item }: { readonly item: ToolItem }) {
  const output = commandOutput(item);
  return (
    <>
      <pre className={styles.command}>
        <EscapedText text={textField(item.input, 'command')} />
      </pre>
      {output && item.status !== 'denied' && output.text.trim() !== '' && <Output item={item} text={output.text} />}
      <Outcome item={item} />
    </>
  );
}

function Output({ item: { key, status }, text }: { readonly item: ToolItem; readonly text: string }) {
  const [all, setAll] = useFold(`${key}/output`);
  const failed = status === 'error';
  const { shown, left } = someLines(text, linesAtFirst, failed);
  if (all && left > 0) return <LongText name="Output" text={text} />;
  return (
    <>
      <pre className={styles.output}>{shown}</pre>
      {left > 0 && (
        <Button small look="link" className={styles.more} onClick={() => setAll(true)}>
          {failed ? `Show the ${counted(left, 'line')} before` : `Show ${counted(left, 'more line', 'more lines')}`}
        </Button>
      )}
    </>
  );
}
