import { useState } from 'react';
import type { Rule } from '../../shared/rule';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { ago } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { TextWithCode } from '../ui/text-with-code';
import { revokedWords } from './rule-words';
import styles from './settings.module.css';

interface RuleRowProps {
  readonly rule: Rule;
  readonly printed: string;
  readonly scope: string;
  /** Called before the row disappears, so that the focus can move on. */
  readonly onRevoked: () => void;
}

/** One rule. Revoking can't be undone, so the row asks for confirmation. */
export function RuleRow({ rule, printed, scope, onRevoked }: RuleRowProps) {
  // The buttons replace each other and take over the focus.
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
              <TextWithCode text={rule.source} />
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
