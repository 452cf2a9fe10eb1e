import { lazy, Suspense } from 'react';
import type { MarkdownProps } from './markdown';
import styles from './markdown.module.css';

const Markdown = lazy(async () => ({ default: (await import('./markdown')).Markdown }));

/** Markdown. It shows plain text until the parser is loaded. */
export function RichText({ text, live = false }: MarkdownProps) {
  return (
    <Suspense fallback={<div className={styles.plain}>{text}</div>}>
      <Markdown text={text} live={live} />
    </Suspense>
  );
}
