import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { appInfoAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Row } from './rows';
import styles from './settings.module.css';

export function DataSection() {
  const info = useAtomValue(appInfoAtom);
  const [folder, logs, diagnostics] = [useTask(), useTask(), useTask()];
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(false);
    await host.request('app.copyDiagnostics');
    setCopied(true);
  };
  return (
    <>
      <Row
        label="Data folder"
        hint={
          <>
            Sessions, asks, rules, settings and the ledger are files in <code className={styles.path}>{info?.dataFolder}</code>
          </>
        }
        failure={folder.failure}
        unlabelled
      >
        {(control) => (
          <Button {...control} busy={folder.busy} onClick={() => folder.run(() => host.request('app.openDataFolder'))}>
            Open data folder
          </Button>
        )}
      </Row>
      <Row label="Logs" hint="What the app did and what failed, without keys and tokens." failure={logs.failure} unlabelled>
        {(control) => (
          <Button {...control} busy={logs.busy} onClick={() => logs.run(() => host.request('app.openLogs'))}>
            Open logs
          </Button>
        )}
      </Row>
      <Row
        label="Diagnostics"
        hint="Versions, notices and the end of the log, for a report of a problem."
        failure={diagnostics.failure}
        unlabelled
      >
        {(control) => (
          <>
            <span role="status" className={styles.unit}>
              {copied && 'Copied'}
            </span>
            <Button {...control} busy={diagnostics.busy} onClick={() => diagnostics.run(copy)}>
              Copy diagnostics
            </Button>
          </>
        )}
      </Row>
    </>
  );
}
