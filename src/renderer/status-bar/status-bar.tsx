import { useAtomValue } from 'jotai';
import { appInfoAtom, noticesAtom } from '../base/app-state';
import { BarEntry } from './bar-entry';
import { ClaudeVersion } from './claude-version';
import { OpenDecisions, OpenSettings } from './openers';
import { OutlivedCommands } from './outlived-commands';
import { Spending } from './spending';
import styles from './status-bar.module.css';

/** The bar at the bottom: notices on the left, costs and versions on the right. */
export function StatusBar() {
  const info = useAtomValue(appInfoAtom);
  const notices = useAtomValue(noticesAtom);
  return (
    <footer className={styles.bar}>
      <div className={styles.notices} role="status">
        {notices.map(({ id, level, text, detail }) => (
          <BarEntry key={id} id={`notice-${id}`} level={level} text={text}>
            {detail}
          </BarEntry>
        ))}
        <OutlivedCommands />
      </div>
      <div className={styles.versions}>
        <OpenDecisions />
        <Spending />
        <ClaudeVersion />
        <span>{info ? `Signalbox ${info.version}` : ''}</span>
        <OpenSettings />
      </div>
    </footer>
  );
}
