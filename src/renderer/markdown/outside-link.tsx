import type { ReactNode } from 'react';
import { host } from '../base/host';
import { useTask } from '../base/task';
import styles from './markdown.module.css';

/** A link that the main process checks and opens in the browser. Its tooltip shows the address. */
export function OutsideLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const task = useTask();
  if (url === '') return <span>{children}</span>;
  return (
    <>
      <a
        href={url}
        title={url}
        onClick={(event) => {
          event.preventDefault();
          task.run(() => host.request('links.open', { url }));
        }}
      >
        {children}
      </a>
      {task.failure !== null && (
        <span role="alert" className={styles.refused}>
          {' '}
          {task.failure}
        </span>
      )}
    </>
  );
}
