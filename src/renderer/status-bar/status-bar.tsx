import { useAtomValue, useSetAtom } from 'jotai';
import { appInfoAtom, decisionsOpenAtom, noticesAtom, settingsOpenAtom } from '../base/app-state';
import { BarEntry } from './bar-entry';
import { ClaudeVersion } from './claude-version';
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

function OpenDecisions() {
  const setOpen = useSetAtom(decisionsOpenAtom);
  return (
    <button type="button" className={styles.notice} onClick={() => setOpen(true)}>
      Decisions
    </button>
  );
}

function OpenSettings() {
  const setOpen = useSetAtom(settingsOpenAtom);
  return (
    <button type="button" className={styles.gear} aria-label="Settings" title="Settings" onClick={() => setOpen('general')}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5" strokeLinecap="round" />
        <circle cx="9" cy="4.5" r="2" />
        <circle cx="7" cy="11.5" r="2" />
      </svg>
    </button>
  );
}
