import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import type { RuleCandidate, RuleDraft, RuleOffer, RuleTrial } from '../../shared/rule';
import { host } from '../base/host';
import type { AnswerDraft } from './answer-draft';
import { draftRule } from './rule-words';

/** Fetches the rules that could decide the call; null while they load, or if they are not wanted. */
export function useRuleOffer(ask: AskId, wanted = true): { readonly offer: RuleOffer | null; readonly failure: string | null } {
  const [offer, setOffer] = useState<RuleOffer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    setFailure(null);
    host.request('rules.offer', { ask }).then(
      (offered) => current && setOffer(offered),
      (error: unknown) => current && setFailure(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [ask, wanted]);
  return { offer, failure };
}

/** The rule that the person composes, and the candidates for it. */
export interface ComposedRule {
  readonly offer: RuleOffer | null;
  readonly failure: string | null;
  /** Null if there is no rule that could be kept. */
  readonly composed: { readonly rule: RuleDraft; readonly chosen: RuleCandidate } | null;
}

export function useComposedRule(ask: AskId, { rule: drafted }: AnswerDraft, wanted: boolean): ComposedRule {
  const { offer, failure } = useRuleOffer(ask, wanted);
  const best = offer?.candidates[0];
  const offered = useMemo(() => (best ? draftRule(best, null) : null), [best]);
  const rule = typeof drafted === 'string' ? offered : drafted;
  const chosen = offer?.candidates.find(({ tool, content }) => tool === rule?.tool && content === rule.content);
  return { offer, failure, composed: rule && chosen && offer?.refused === null ? { rule, chosen } : null };
}

/** Fetches what a rule would have decided in the past; null while it loads, 'unknown' if that fails. */
export function useRuleTrial(ask: AskId, rule: RuleDraft | null): RuleTrial | 'unknown' | null {
  const [tried, setTried] = useState<{ readonly rule: RuleDraft; readonly trial: RuleTrial | 'unknown' } | null>(null);
  useEffect(() => {
    if (rule === null) return;
    let current = true;
    host.request('rules.try', { ask, rule }).then(
      (trial) => current && setTried({ rule, trial }),
      // A person can keep the rule without knowing its past.
      () => current && setTried({ rule, trial: 'unknown' }),
    );
    return () => {
      current = false;
    };
  }, [ask, rule]);
  return tried?.rule === rule ? tried.trial : null;
}
