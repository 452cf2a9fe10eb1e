import type { ToolKind } from '../../../shared/tools';
import type { ToolItem } from '../../../shared/transcript';
import { toolName } from '../../base/tool-summary';
import { CodeBlock } from '../../markdown/code-block';
import { OutsideLink } from '../../markdown/outside-link';
import { RichText } from '../../markdown/rich-text';
import { LongText } from '../../ui/long-text';
import { textField } from './field';
import { Fold } from './folds';
import type { ShownStatus } from './tool-call';
import { ToolHeadline } from './tool-head';
import styles from './tools.module.css';

interface FoldedCallProps {
  readonly item: ToolItem;
  readonly status: ShownStatus;
  readonly kind: ToolKind;
}

/** A call in one line, which expands to its input and its result. */
export function FoldedCall({ item, status, kind }: FoldedCallProps) {
  const { key, name, result } = item;
  return (
    <>
      <Fold id={key} className={styles.call} summary={<ToolHeadline item={item} status={status} />}>
        <div className={styles.body}>
          {kind === 'web' ? <WebInput item={item} /> : <Input item={item} />}
          {result && result.text !== '' && kind === 'web' && <RichText text={result.text} />}
          {result && result.text !== '' && kind !== 'web' && <LongText name={`Result of ${toolName(name)}`} text={result.text} />}
        </div>
      </Fold>
      {status === 'error' && result && <p className={styles.line}>{result.text.trim().split('\n', 1)[0]}</p>}
    </>
  );
}

function WebInput({ item: { input } }: { readonly item: ToolItem }) {
  const url = textField(input, 'url');
  return (
    <p className={styles.web}>
      {url === '' ? textField(input, 'query') : <OutsideLink url={url}>{url}</OutsideLink>}
      {textField(input, 'prompt') !== '' && <span> {textField(input, 'prompt')}</span>}
    </p>
  );
}

/** The whole input, because its summary may leave out what matters. */
function Input({ item: { name, input } }: { readonly item: ToolItem }) {
  return <CodeBlock name={`Input of ${toolName(name)}`} language="json" text={JSON.stringify(input, null, 2)} />;
}
