import type { Rule } from '../../shared/rule';
import { host } from '../base/host';
import { ago } from '../ui/amounts';
import { TextWithCode } from '../ui/text-with-code';
import { RevokeButton } from './revoke-button';
import { revokedWords } from './rule-words';
import styles from './settings.module.css';

interface RuleRowProps {
  readonly rule: Rule;
  readonly printed: string;
  readonly scope: string;
  /** Called before the row disappears, so that the focus can move on. */
  readonly onRevoked: () => void;
}

/** One rule, with a button that revokes it. */
export function RuleRow({ rule, printed, scope, onRevoked }: RuleRowProps) {
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
      <RevokeButton
        what={printed}
        confirm="Revoke rule"
        effect={revokedWords(rule)}
        revoke={() => host.request('rules.revoke', { id: rule.id })}
        onRevoked={onRevoked}
      />
    </li>
  );
}
