import { useState } from 'react';
import type { Rule } from '../../shared/rule';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { ago } from '../ui/amounts';
import { Button } from '../ui/button';
import { CodeWords } from '../ui/code-words';
import { Failure } from '../ui/failure';
import { revokedWords } from './rule-words';
import styles from './settings.module.css';

interface RuleRowProps {
  readonly rule: Rule;
  readonly printed: string;
  readonly scope: string;
  /** The row is about to go, and the focus with it. */
  readonly onRevoked: () => void;
}

/** One rule. Revoking asks once, in the row itself, since it can't be undone. */
export function RuleRow({ rule, printed, scope, onRevoked }: RuleRowProps) {
  // The buttons take each other's place, and the focus goes along.
  const [step, setStep] = useState<'listed' | 'asking' | 'kept'>('listed');
  const task = useTask();
  const revoke = async (): Promise<void> => {
    await host.request('rules.revoke', { id: rule.id });
    onRevoked();
  };
  return (
    <li className={styles.rule}>
      <div className={styles.ruleWords}>
        <span>
          <span className={rule.behavior === 'allow' ? styles.allows : styles.denies}>{rule.behavior === 'allow' ? 'Allow' : 'Deny'}</span>{' '}
          <code className={styles.printed}>{printed}</code>
        </span>
        <small>
          {scope} · {ago(rule.createdAt)}
          {rule.claudeFile !== undefined && ` · also in ${rule.claudeFile}`}
          {rule.source && (
            <>
              {' · '}
              <CodeWords text={rule.source} />
            </>
          )}
        </small>
      </div>
      {step === 'asking' ? (
        <span className={styles.sure}>
          <span id={`sure-${rule.id}`}>{revokedWords(rule)}</span>
          <Button small look="danger" autoFocus aria-describedby={`sure-${rule.id}`} busy={task.busy} onClick={() => task.run(revoke)}>
            Revoke rule
          </Button>
          <Button small look="quiet" onClick={() => setStep('kept')}>
            Keep
          </Button>
        </span>
      ) : (
        <Button small look="quiet" aria-label={`Revoke ${printed}`} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
          Revoke
        </Button>
      )}
      <Failure text={task.failure} />
    </li>
  );
}
