import type { Settings } from '../../shared/settings';
import { Row } from './rows';
import styles from './settings.module.css';

/** Announces the HTTP API, which this version does not have yet. */
export function HttpSection({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <p className={styles.lead}>
        Programs on this computer will be able to see and answer what waits. This version does not have the API yet, so it can’t be turned
        on.
      </p>
      <Row label="Port" hint="On 127.0.0.1 only: no other computer can reach it. Off while there is no port.">
        {(control) => (
          <input {...control} type="number" className={styles.number} disabled placeholder="Off" value={settings.httpPort ?? ''} readOnly />
        )}
      </Row>
    </>
  );
}
