import type { Settings } from '../../shared/settings';
import { CheckboxRow } from './rows';
import styles from './settings.module.css';

export function NotificationsSection({ settings: { notifications, flash, doNotDisturb } }: { readonly settings: Settings }) {
  return (
    <>
      <p className={styles.lead}>Never for what you are looking at.</p>
      <CheckboxRow
        label="When a session asks something"
        hint="With buttons to answer, where the desktop has them."
        checked={notifications.asks}
        change={(asks) => ({ notifications: { asks } })}
      />
      <CheckboxRow
        label="When a session has finished its turn"
        checked={notifications.finished}
        change={(finished) => ({ notifications: { finished } })}
      />
      <CheckboxRow label="When a session has failed" checked={notifications.failed} change={(failed) => ({ notifications: { failed } })} />
      <CheckboxRow
        label="Flash in the taskbar"
        hint="Once for each new ask; on macOS the icon in the dock bounces."
        checked={flash}
        change={(on) => ({ flash: on })}
      />
      <CheckboxRow
        label="Do not disturb"
        hint="No notifications and no flashing until you turn this off. What waits is still counted."
        checked={doNotDisturb}
        change={(on) => ({ doNotDisturb: on })}
      />
    </>
  );
}
