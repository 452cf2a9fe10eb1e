import { lazy, Suspense } from 'react';
import styles from './diff.module.css';
import type { DiffViewProps } from './diff-view';
import type { TextDiffProps } from './text-diff';

const LazyView = lazy(async () => ({ default: (await import('./diff-view')).DiffView }));
const LazyText = lazy(async () => ({ default: (await import('./text-diff')).TextDiff }));

const waiting = <div className={styles.diff} />;

/** A patch. The code that draws it is loaded on first use. */
export const PatchView = (props: DiffViewProps) => (
  <Suspense fallback={waiting}>
    <LazyView {...props} />
  </Suspense>
);

/** The diff of two texts. The code that compares them is loaded on first use. */
export const Difference = (props: TextDiffProps) => (
  <Suspense fallback={waiting}>
    <LazyText {...props} />
  </Suspense>
);
