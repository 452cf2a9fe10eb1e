import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { Fragment, useState } from 'react';
import mark from '../../../resources/icon/signalbox.svg';
import { shortcutOf } from '../../shared/action';
import { claudeAtom, isMacAtom, newSessionOpenAtom, sessionsAtom } from '../base/app-state';
import { ariaKeys, keyNames } from '../base/shortcut';
import { useTask } from '../base/task';
import { attempt } from '../toasts/show-toast';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { reopenSession } from './close-session';
import { startDemo } from './demo';
import styles from './empty-state.module.css';
import { MissingClaude } from './missing-claude';

/** Shown while there are no sessions: what the app is, and how to start. */
export function EmptyState() {
  const { claude } = useAtomValue(claudeAtom);
  // The last result stays on screen during a new search.
  const [lastResult, setLastResult] = useState(claude);
  if (claude.state !== 'looking' && claude !== lastResult) setLastResult(claude);
  return (
    <div className={styles.empty}>
      <img className={styles.mark} src={mark} alt="" width="72" height="72" />
      {lastResult.state === 'missing' ? <MissingClaude problem={lastResult.problem} looked={lastResult.looked} /> : <Welcome />}
    </div>
  );
}

function Welcome() {
  const openNewSession = useSetAtom(newSessionOpenAtom);
  const mac = useAtomValue(isMacAtom);
  const keys = shortcutOf('new-session');
  const store = useStore();
  const closed = (useAtomValue(sessionsAtom)?.closed ?? 0) > 0;
  const demo = useTask();
  return (
    <>
      <h1 className={styles.title}>{closed ? 'No session is open' : 'No sessions yet'}</h1>
      <p className={styles.text}>
        Start Claude Code in a folder, then another beside it. Whatever a session needs from you, a permission, a question or a plan, comes
        here.
      </p>
      <Button look="primary" onClick={() => openNewSession(true)} aria-keyshortcuts={ariaKeys(keys, mac)}>
        New session
      </Button>
      <p className={styles.keys}>
        {keyNames(keys, mac).map((name) => (
          <Fragment key={name}>
            <kbd>{name}</kbd>{' '}
          </Fragment>
        ))}
      </p>
      <p className={styles.demo}>
        {closed ? (
          <Button look="link" onClick={() => attempt(store, () => reopenSession(null))}>
            Reopen the session you closed last
          </Button>
        ) : (
          <>
            New here?{' '}
            <Button look="link" busy={demo.busy} onClick={() => demo.run(startDemo)}>
              Try the demo agent
            </Button>
          </>
        )}
      </p>
      <Failure text={demo.failure} />
    </>
  );
}
