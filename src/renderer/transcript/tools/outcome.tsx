import { assertNever } from '../../../shared/assert';
import type { ToolItem } from '../../../shared/transcript';
import { PatchView } from '../../diff/lazy-diff';
import { counted, duration } from '../../ui/amounts';
import { McpResult } from './mcp-result';
import styles from './tools.module.css';

/** The structured result of a tool, if there is more than text. */
export function Outcome({ item: { key, result } }: { readonly item: ToolItem }) {
  const outcome = result?.outcome;
  if (!outcome) return null;
  switch (outcome.what) {
    case 'patch':
      return <PatchView name={`Changes to ${outcome.path}`} hunks={outcome.hunks} numbered />;
    case 'answers':
      return (
        <dl className={styles.answers}>
          {Object.entries(outcome.answers).map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{typeof answer === 'string' ? answer : answer.join(', ')}</dd>
            </div>
          ))}
        </dl>
      );
    case 'agent':
      return (
        <p className={`${styles.line} tabular`}>
          {counted(outcome.toolUses, 'tool call')}, {counted(outcome.tokens, 'token')}, {duration(outcome.durationMs)}
        </p>
      );
    case 'background':
      return <p className={styles.line}>Goes on in the background as {outcome.taskId}.</p>;
    case 'mcp':
      return <McpResult id={key} outcome={outcome} />;
    default:
      return assertNever(outcome);
  }
}
