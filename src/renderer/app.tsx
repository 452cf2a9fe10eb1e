import styles from './app.module.css';
import { EmptyState } from './sessions/empty-state';
import { NewSession } from './sessions/new-session';
import { TabStrip } from './sessions/tab-strip';
import { StatusBar } from './status-bar';

export function App() {
  return (
    <div className={styles.window}>
      <TabStrip />
      <main className={styles.main}>
        <EmptyState />
      </main>
      <StatusBar />
      <NewSession />
    </div>
  );
}
