import { useAtomValue } from 'jotai';
import { pathInFolder } from '../../../shared/path-in-folder';
import { toolKind } from '../../../shared/tools';
import type { ToolItem } from '../../../shared/transcript';
import { activeFolderAtom } from '../../base/app-state';
import { toolName, toolSummary } from '../../base/tool-summary';
import { textField } from './field';
import type { ShownStatus } from './tool-call';
import styles from './tools.module.css';

const statusWords = {
  running: 'running',
  waiting: 'waiting for you',
  ok: 'done',
  error: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
} as const;

interface ToolHeadProps {
  readonly item: ToolItem;
  readonly status: ShownStatus;
  readonly exitCode?: number | null;
}

/** The line with a call's name, summary and status. */
export function ToolHead({ item, status, exitCode = null }: ToolHeadProps) {
  return (
    <div className={styles.head}>
      <ToolHeadline item={item} status={status} exitCode={exitCode} />
    </div>
  );
}

/** The same contents for the summary of a fold. */
export function ToolHeadline({ item, status, exitCode = null }: ToolHeadProps) {
  const folder = useAtomValue(activeFolderAtom);
  const isCommand = toolKind(item.name) === 'command';
  const about = isCommand ? textField(item.input, 'description') : headline(item);
  return (
    <>
      <span className={styles.name}>{toolName(item.name)}</span>
      <span className={isCommand ? styles.description : styles.summary} title={about}>
        {pathInFolder(about, folder)}
      </span>
      <span className={styles.status}>
        {statusWords[status]}
        {exitCode !== null && `, exit code ${exitCode}`}
      </span>
    </>
  );
}

function headline({ name, input, interactions }: ToolItem): string {
  switch (toolKind(name)) {
    case 'subagent':
      return [textField(input, 'subagent_type'), textField(input, 'description')].filter((part) => part !== '').join(': ');
    case 'plan':
    case 'task-list':
    case 'show':
      return '';
    case 'notify':
      return [textField(input, 'title'), textField(input, 'body')].filter((part) => part !== '').join(': ');
    case 'interaction':
      // The prompt below says it.
      if (interactions && interactions.length > 0) return '';
      return textField(input, 'question') || textField(input, 'title') || textField(input, 'action');
    default:
      return toolSummary(input);
  }
}
