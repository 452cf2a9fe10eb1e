import { useAtomValue } from 'jotai';
import { assertNever } from '../../shared/assert';
import type { ClaudeStatus } from '../../shared/session';
import type { Settings } from '../../shared/settings';
import { claudeAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { ClaudePath } from './claude-path';
import styles from './settings.module.css';

export function ClaudeSection({ settings }: { readonly settings: Settings }) {
  const { claude } = useAtomValue(claudeAtom);
  const task = useTask();
  return (
    <>
      <div className={styles.block}>
        <div className={styles.blockHead}>
          <h3 className={styles.name}>In use</h3>
          <Button small busy={task.busy} onClick={() => task.run(() => host.request('claude.look'))}>
            Look again
          </Button>
        </div>
        <InUse claude={claude} />
        <Failure text={task.failure} />
      </div>
      <ClaudePath path={settings.claudePath} />
    </>
  );
}

function InUse({ claude }: { readonly claude: ClaudeStatus }) {
  switch (claude.state) {
    case 'looking':
      return <p className={styles.hint}>Looking for Claude Code…</p>;
    case 'missing':
      return (
        <p className={styles.bad} role="status">
          {claude.problem ?? 'Claude Code was not found on this computer. Install it, or say below where it is.'}
        </p>
      );
    case 'found':
      return (
        <dl className={styles.facts}>
          <dt>Version</dt>
          <dd>{claude.version ?? 'It does not say'}</dd>
          <dt>Command</dt>
          <dd>
            <code className={styles.path}>{claude.command}</code>
          </dd>
          <dt>From</dt>
          <dd>{fromWords[claude.from] ?? claude.from}</dd>
        </dl>
      );
    default:
      return assertNever(claude);
  }
}

const fromWords: Readonly<Record<string, string>> = {
  SIGNALBOX_CLAUDE: 'The environment variable SIGNALBOX_CLAUDE, which wins over the path below',
  Settings: 'The path below',
  PATH: 'Your PATH',
  'login shell': 'The PATH of your login shell',
  'usual place': 'A place where installers put it',
};
