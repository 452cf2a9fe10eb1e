import type { ToolItem } from '../../../shared/transcript';
import { listField, textField } from './field';
import styles from './tools.module.css';

const marks: Readonly<Record<string, { readonly mark: string; readonly words: string }>> = {
  completed: { mark: '✓', words: 'done' },
  in_progress: { mark: '▸', words: 'in progress' },
  pending: { mark: '○', words: 'to do' },
};

/** Claude's own list of what is to be done. */
export function TaskList({ item: { input } }: { readonly item: ToolItem }) {
  return (
    <ul className={styles.tasks}>
      {listField(input, 'todos').map((task, at) => {
        const state = textField(task, 'status');
        const { mark, words } = marks[state] ?? { mark: '○', words: state };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list never changes once it is written
          <li key={at} data-state={state}>
            <span aria-hidden="true">{mark}</span>
            <span>{textField(task, 'content')}</span>
            <span className="visually-hidden">, {words}</span>
          </li>
        );
      })}
    </ul>
  );
}
