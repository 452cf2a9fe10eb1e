import type { SessionSummary } from '../../shared/session';
import { Composer } from '../composer/composer';
import { Transcript } from '../transcript/transcript';
import { SessionHeader } from './session-header';
import styles from './session-view.module.css';
import { panelId, tabId } from './tab';
import { TroubleBanner } from './trouble-banner';

/** The active session: what was said, and what to say next. */
export function SessionView({ session }: { readonly session: SessionSummary }) {
  return (
    <div role="tabpanel" id={panelId(session.id)} aria-labelledby={tabId(session.id)} className={styles.view}>
      <SessionHeader session={session} />
      <Transcript session={session} />
      <div className={styles.foot}>
        <div className={styles.column}>
          {session.trouble && <TroubleBanner id={session.id} trouble={session.trouble} />}
          <Composer session={session} />
        </div>
      </div>
    </div>
  );
}
