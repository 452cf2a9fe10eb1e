import { rulable } from '../../shared/person-only';
import type { RiskKind, RiskMark } from '../../shared/risk';
import type { Rule } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import type { PermissionMode } from '../../shared/session';
import { askKindOf, editTools, Tool } from '../../shared/tools';
import { TooManyPaths } from '../shell/real-path';
import type { Decided } from './ask-record';
import { isReadOnly, type ReadOnlyQuestion } from './read-only';
import { decideByRules, mayBeDenied, type RuleCall, type RuleDecision } from './rules';

export interface Case {
  readonly mode: PermissionMode;
  readonly rules: readonly Rule[];
  readonly call: RuleCall & ReadOnlyQuestion;
  readonly marks: readonly Pick<RiskMark, 'kind'>[];
  /** The person's own settings ask about it: only a deny rule may answer for them. */
  readonly mustAsk: boolean;
  readonly now: number;
  /** When "all" runs out; null when it was never given a time, and then it is not on. */
  readonly allUntil: number | null;
}

export type Verdict =
  | { readonly by: 'person' }
  | { readonly by: 'rule'; readonly rule: Rule; readonly decision: 'allow' | 'deny' }
  | { readonly by: 'mode'; readonly mode: PermissionMode; readonly reason: string; readonly decision: 'allow' };

const person: Verdict = { by: 'person' };

/** Who decides a call, and how. What is marked goes to a person unless a rule speaks of exactly that; a deny always holds. */
export function judge(one: Case): Verdict {
  return unlessTooManyPaths(() => verdictOn(one)) ?? person;
}

function verdictOn({ mode, rules, call, marks, mustAsk, now, allUntil }: Case): Verdict {
  if (askKindOf(call.tool) !== 'permission') return person;
  const ruled = ruledBy(rules, call, marks);
  if (mustAsk && !(ruled?.by === 'rule' && ruled.decision === 'deny')) return person;
  if (ruled) return ruled;
  if (marks.length > 0 || mayBeDenied(rules, call)) return person;
  if (mode === 'all' && allUntil !== null && now < allUntil)
    return { by: 'mode', mode, reason: 'Everything is approved for a time, and nothing here is marked.', decision: 'allow' };
  if (mode === 'safe' && isReadOnly(call)) return { by: 'mode', mode, reason: 'It only reads, inside the folder.', decision: 'allow' };
  return person;
}

/** What the rules decide of a call with such marks; null when they leave it to others. */
export function judgeByRules(rules: readonly Rule[], call: RuleCall, marks: Case['marks']): Verdict | null {
  return unlessTooManyPaths(() => ruledBy(rules, call, marks));
}

/** What can't be checked in the time there is, nobody but a person decides. */
function unlessTooManyPaths<T>(decide: () => T | null): T | null {
  try {
    return decide();
  } catch (error) {
    if (error instanceof TooManyPaths) return null;
    throw error;
  }
}

function ruledBy(rules: readonly Rule[], call: RuleCall, marks: Case['marks']): Verdict | null {
  const said = decideByRules(rules, call);
  if (!said) return null;
  const { rule, behavior } = said;
  return behavior === 'deny' || marks.every(({ kind }) => speaksOf(said, call.tool, kind))
    ? { by: 'rule', rule, decision: behavior }
    : null;
}

/** Whether the person who made the rule has said yes to just what is marked: the whole command, the site, the folder by its name. */
function speaksOf({ rule, exact }: RuleDecision, tool: string, kind: RiskKind): boolean {
  if (!rulable.has(kind)) return false;
  if (exact) return true;
  if (tool === Tool.WebFetch) return kind === 'network' && rule.content !== null;
  if (tool === Tool.WebSearch) return kind === 'network';
  return editTools.has(tool) && kind === 'outside' && rule.content !== null;
}

/** A verdict as a decision, with its reason; null when a person decides. */
export function toDecided(verdict: Verdict, at: number): Decided | null {
  if (verdict.by === 'person') return null;
  const decided = { status: 'decided', decision: { answer: 'allow' }, at } as const;
  if (verdict.by === 'mode') return { ...decided, surface: 'mode', scope: 'once', by: verdict.reason };
  const rule = printRule(verdict.rule);
  const named = { ...decided, surface: 'rule', scope: verdict.rule.scope.kind, by: `rule ${rule}` } as const;
  return verdict.decision === 'allow' ? named : { ...named, decision: { answer: 'deny', reason: `The user’s rule ${rule} denies this.` } };
}
