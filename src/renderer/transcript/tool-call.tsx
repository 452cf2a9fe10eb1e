import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { assertNever } from '../../shared/assert';
import type { ToolItem, ToolOutcome, ToolProgress } from '../../shared/transcript';
import { waitingToolUsesAtom } from '../app-state';
import { counted, duration } from '../ui/amounts';
import { LongText } from '../ui/long-text';
import { Patch } from './patch';
import { Pictures } from './pictures';
import { toolName, toolSummary } from './tool-summary';
import styles from './transcript.module.css';

const statusWords = {
  running: 'running',
  waiting: 'waiting for you',
  ok: 'done',
  error: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
} as const;

/** A call of a tool in one line, which opens into what went in and what came out. A change to a file is shown at once. */
export function ToolCall({ item }: { readonly item: ToolItem }) {
  const { name, input, status, progress, result, toolUseId } = item;
  const waits = useAtomValue(waitingToolUsesAtom).has(toolUseId);
  const [open, setOpen] = useState(false);
  const shown = status === 'running' && waits ? 'waiting' : status;
  return (
    <>
      <details className={styles.tool} data-status={shown} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.toolName}>{toolName(name)}</span>
          <span className={styles.toolSummary}>{toolSummary(input)}</span>
          <span className={styles.toolStatus}>{statusWords[shown]}</span>
        </summary>
        {open && (
          <div className={styles.toolBody}>
            <LongText name={`Input of ${toolName(name)}`} text={JSON.stringify(input, null, 2)} />
            {result && result.text !== '' && <LongText name={`Result of ${toolName(name)}`} text={result.text} />}
            {result && <Pictures images={result.images} />}
          </div>
        )}
      </details>
      {status === 'running' && progress && <p className={styles.toolLine}>{sayProgress(progress)}</p>}
      {(status === 'error' || status === 'denied') && result && !open && <p className={styles.toolLine}>{firstLine(result.text)}</p>}
      {result?.outcome && <Outcome outcome={result.outcome} />}
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: ToolOutcome }) {
  switch (outcome.what) {
    case 'patch':
      return <Patch path={outcome.path} created={outcome.created} hunks={outcome.hunks} />;
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
        <p className={styles.toolLine}>
          {counted(outcome.toolUses, 'tool call')}, {counted(outcome.tokens, 'token')}, {duration(outcome.durationMs)}
        </p>
      );
    case 'background':
      return <p className={styles.toolLine}>Goes on in the background as {outcome.taskId}.</p>;
    default:
      return assertNever(outcome);
  }
}

function sayProgress({ text, toolUses, tokens, durationMs }: ToolProgress): string {
  return [
    text,
    toolUses === null ? '' : counted(toolUses, 'tool call'),
    tokens === null ? '' : counted(tokens, 'token'),
    durationMs === null ? '' : duration(durationMs),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
