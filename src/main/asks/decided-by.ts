import { printRule } from '../../shared/rule-text';
import type { Decided } from './ask-record';
import type { Verdict } from './judge';

/** The decision in a verdict, with its reason; null when a person decides. */
export function decidedBy(verdict: Verdict, at: number): Decided | null {
  if (verdict.by === 'person') return null;
  const decided = { status: 'decided', decision: { answer: 'allow' }, at } as const;
  if (verdict.by === 'mode') return { ...decided, surface: 'mode', scope: 'once', by: verdict.reason };
  const rule = printRule(verdict.rule);
  const named = { ...decided, surface: 'rule', scope: verdict.rule.scope.kind, by: `rule ${rule}` } as const;
  return verdict.decision === 'allow' ? named : { ...named, decision: { answer: 'deny', reason: `The user’s rule ${rule} denies this.` } };
}
