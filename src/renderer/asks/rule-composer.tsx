import { useEffect, useId, useRef } from 'react';
import type { Ask } from '../../shared/ask';
import type { RuleDraft } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { EscapedText } from '../base/escaped-text';
import { Failure } from '../ui/failure';
import { Checkbox } from '../ui/field';
import styles from './ask.module.css';
import { RuleHistory } from './rule-history';
import { type ComposedRule, useRuleTrial } from './rule-offer';
import { allowedScopes, draftRule, scopeWords } from './rule-words';

interface RuleComposerProps {
  readonly ask: Ask;
  readonly composing: ComposedRule;
  /** The person opened it here, not on another surface with the same draft. */
  readonly reveal: boolean;
  readonly onChange: (rule: RuleDraft) => void;
}

/** Composes a rule: what it allows, its scope, and what it would have decided in the past. */
export function RuleComposer({ reveal, ...choice }: RuleComposerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { offer, failure } = choice.composing;
  const known = offer !== null || failure !== null;
  useEffect(() => {
    if (reveal && known) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [reveal, known]);
  return (
    <div ref={frame}>
      <RuleChoice {...choice} />
    </div>
  );
}

function RuleChoice({ ask, composing: { offer, failure, composed }, onChange }: Omit<RuleComposerProps, 'reveal'>) {
  const name = useId();
  const trial = useRuleTrial(ask.id, composed?.rule ?? null);

  if (failure !== null) return <Failure text={failure} />;
  if (offer === null) return <p className={styles.quiet}>Looking for rules that fit…</p>;
  if (offer.refused !== null) return <p className={styles.panel}>{offer.refused}</p>;
  if (!composed) return <p className={styles.panel}>No rule can speak for this call.</p>;
  const { rule, chosen } = composed;
  const claudeFile = rule.scope === 'session' ? '' : offer.claudeFiles[rule.scope];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a panel
    <div role="group" aria-label="Always allow" className={styles.panel}>
      <div role="radiogroup" aria-label="What to allow" className={styles.choices}>
        {offer.candidates.map((candidate) => (
          <label key={printRule(candidate)} className={styles.option}>
            <input
              type="radio"
              name={`${name}-rule`}
              aria-label={`${candidate.label}: ${printRule(candidate)}`}
              checked={candidate === chosen}
              onChange={() => onChange(draftRule(candidate, rule))}
            />
            <span>
              {candidate.label}
              <small className={styles.mono}>
                <EscapedText text={printRule(candidate)} />
              </small>
            </span>
          </label>
        ))}
      </div>
      <div role="radiogroup" aria-label="Where it is kept" className={styles.row}>
        <span className={styles.label}>Kept for</span>
        {allowedScopes(chosen).map((scope) => (
          <label key={scope} className={styles.choice}>
            <input
              type="radio"
              name={`${name}-scope`}
              checked={rule.scope === scope}
              onChange={() => onChange({ ...rule, scope, inClaude: scope !== 'session' && rule.inClaude })}
            />
            {scopeWords[scope]}
          </label>
        ))}
      </div>
      {claudeFile !== '' && (
        <Checkbox
          label={`Also write it into Claude’s own settings (${claudeFile}): such calls no longer pass here`}
          checked={rule.inClaude}
          onChange={(inClaude) => onChange({ ...rule, inClaude })}
        />
      )}
      <RuleHistory tool={rule.tool} trial={trial} />
    </div>
  );
}
