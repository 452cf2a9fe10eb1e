import { useId, useMemo } from 'react';
import type { Ask } from '../../shared/ask';
import type { RuleDraft } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { Failure } from '../ui/failure';
import { Tick } from '../ui/field';
import type { Answering } from './answer';
import styles from './ask.module.css';
import { ActionButton } from './guarded-surface';
import { RuleHistory } from './rule-history';
import { useRuleOffer, useRuleTrial } from './rule-offer';
import { draftOf, scopesOf, scopeWords } from './rule-words';
import { Seen } from './seen';

interface RuleComposerProps {
  readonly ask: Ask;
  readonly answering: Answering;
  readonly needsThought: boolean;
  readonly onAllow: (rule: RuleDraft) => void;
  readonly onPutAway: () => void;
}

/** Puts a rule together: what it allows, how far it reaches, and what it would have decided in the past. */
export function RuleComposer({ ask, answering: { draft, busy, change }, needsThought, onAllow, onPutAway }: RuleComposerProps) {
  const name = useId();
  const { offer, failure } = useRuleOffer(ask.id);
  const best = offer?.candidates[0];
  const offered = useMemo(() => (best ? draftOf(best, null) : null), [best]);
  const rule = typeof draft.rule === 'string' ? offered : draft.rule;
  const trial = useRuleTrial(ask.id, rule);
  const chosen = offer?.candidates.find(({ tool, content }) => tool === rule?.tool && content === rule.content);

  if (failure !== null) return <Failure text={failure} />;
  if (offer === null) return <p className={styles.quiet}>Looking for rules that fit…</p>;
  if (offer.refused !== null) return <p className={styles.panel}>{offer.refused}</p>;
  if (!rule || !chosen) return <p className={styles.panel}>No rule can speak for this call.</p>;
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
              onChange={() => change({ rule: draftOf(candidate, rule) })}
            />
            <span>
              {candidate.label}
              <small className={styles.mono}>
                <Seen text={printRule(candidate)} />
              </small>
            </span>
          </label>
        ))}
      </div>
      <div role="radiogroup" aria-label="Where it is kept" className={styles.row}>
        <span className={styles.label}>Kept for</span>
        {scopesOf(chosen).map((scope) => (
          <label key={scope} className={styles.choice}>
            <input
              type="radio"
              name={`${name}-scope`}
              checked={rule.scope === scope}
              onChange={() => change({ rule: { ...rule, scope, inClaude: scope !== 'session' && rule.inClaude } })}
            />
            {scopeWords[scope]}
          </label>
        ))}
      </div>
      {claudeFile !== '' && (
        <Tick
          label={`Also write it into Claude’s own settings (${claudeFile}): such calls no longer pass here`}
          checked={rule.inClaude}
          onChange={(inClaude) => change({ rule: { ...rule, inClaude } })}
        />
      )}
      <RuleHistory tool={rule.tool} trial={trial} />
      <div className={styles.row}>
        <ActionButton look="primary" small busy={busy} needsThought={needsThought} onClick={() => onAllow(rule)}>
          Allow and remember
        </ActionButton>
        <ActionButton look="quiet" small onClick={onPutAway}>
          No rule
        </ActionButton>
      </div>
    </div>
  );
}
