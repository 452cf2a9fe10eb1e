import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import styles from './app.module.css';
import { newSessionOpenAtom } from './app-state';
import { EmptyState } from './sessions/empty-state';
import { TabStrip } from './sessions/tab-strip';
import { StatusBar } from './status-bar';

// Not part of the first paint, so not part of what is loaded for it.
const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session')).NewSession }));

export function App() {
  const newSession = useAtomValue(newSessionOpenAtom);
  return (
    <div className={styles.window}>
      <TabStrip />
      <main className={styles.main}>
        <EmptyState />
      </main>
      <StatusBar />
      <Suspense>{newSession && <NewSession />}</Suspense>
    </div>
  );
}
