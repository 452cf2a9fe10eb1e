import type { ReactNode } from 'react';
import { toolKind } from '../../../shared/tools';
import type { ToolItem } from '../../../shared/transcript';
import { useEndOfHold } from '../../asks/answer';
import { toolName } from '../../base/tool-summary';
import { CodeBlock } from '../../markdown/code-block';
import { LongText } from '../../ui/long-text';
import { Fold } from './folds';
import { McpProgress } from './mcp-progress';
import { Outcome } from './outcome';
import type { ShownStatus } from './tool-call';
import { ToolHead, ToolHeadline } from './tool-head';
import styles from './tools.module.css';

interface InteractiveCallProps {
  readonly item: ToolItem;
  readonly status: ShownStatus;
  /** What the tool asked the person. */
  readonly children: ReactNode;
}

/** A call that asked the person: its input, what it asked, and below that its result. */
export function InteractiveCall({ item, status, children }: InteractiveCallProps) {
  const { key, name, input, result, toolUseId } = item;
  useEndOfHold(toolUseId, item.status !== 'running');
  return (
    <>
      {/* While it waits, the prompt says what matters of the input. */}
      {status === 'waiting' ? (
        <ToolHead item={item} status={status} />
      ) : (
        <Fold id={key} className={styles.call} summary={<ToolHeadline item={item} status={status} />}>
          <div className={styles.body}>
            <CodeBlock name={`Input of ${toolName(name)}`} language="json" text={JSON.stringify(input, null, 2)} />
          </div>
        </Fold>
      )}
      {children}
      {status === 'running' && toolKind(name) === 'mcp' && <McpProgress item={item} />}
      <Outcome item={item} />
      {status === 'error' && result && <p className={styles.line}>{result.text.trim().split('\n', 1)[0]}</p>}
      {result && result.text !== '' && (
        <Fold id={`${key}/result`} className={styles.part} summary="What Claude got">
          <LongText name={`Result of ${toolName(name)}`} text={result.text} />
        </Fold>
      )}
    </>
  );
}
