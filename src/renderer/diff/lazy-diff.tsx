import { lazy, Suspense } from 'react';
import styles from './diff.module.css';
import type { DiffViewProps } from './diff-view';
import type { TextDiffProps } from './text-diff';

const LazyView = lazy(async () => ({ default: (await import('./diff-view')).DiffView }));
const LazyText = lazy(async () => ({ default: (await import('./text-diff')).TextDiff }));

const waiting = <div className={styles.diff} />;

/** A patch; what draws it is loaded when there is one. */
export const PatchView = (props: DiffViewProps) => (
  <Suspense fallback={waiting}>
    <LazyView {...props} />
  </Suspense>
);

/** The difference between two texts; what finds it is loaded when there is one. */
export const Difference = (props: TextDiffProps) => (
  <Suspense fallback={waiting}>
    <LazyText {...props} />
  </Suspense>
);
