import { rulable } from '../../shared/person-only';
import type { RiskKind, RiskMark } from '../../shared/risk';
import type { Rule } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import type { PermissionMode } from '../../shared/session';
import { askKindOf, editTools, Tool } from '../../shared/tools';
import { TooManyPaths } from '../shell/real-path';
import type { Decided } from './ask-record';
import { isReadOnly, type ReadOnlyCall } from './read-only';
import { decideByRules, mayBeDenied, type RuleCall, type RuleDecision } from './rules';

export interface JudgeInput {
  readonly mode: PermissionMode;
  readonly rules: readonly Rule[];
  readonly call: RuleCall & ReadOnlyCall;
  readonly marks: readonly Pick<RiskMark, 'kind'>[];
  /** The person's own settings ask about the call, so only a deny rule may decide it. */
  readonly mustAsk: boolean;
  readonly now: number;
  /** When the mode "all" ends. Null if it is not on. */
  readonly allUntil: number | null;
}

export type Verdict =
  | { readonly by: 'person' }
  | { readonly by: 'rule'; readonly rule: Rule; readonly decision: 'allow' | 'deny' }
  | { readonly by: 'mode'; readonly mode: PermissionMode; readonly reason: string; readonly decision: 'allow' };

const person: Verdict = { by: 'person' };

/** Says who decides a call, and how. A marked call goes to a person unless a rule names exactly what is marked. A deny always holds. */
export function judge(one: JudgeInput): Verdict {
  return unlessTooManyPaths(() => verdictOn(one)) ?? person;
}

function verdictOn({ mode, rules, call, marks, mustAsk, now, allUntil }: JudgeInput): Verdict {
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

/** Says what the rules decide. Null if they leave the call to the mode or a person. */
export function judgeByRules(rules: readonly Rule[], call: RuleCall, marks: JudgeInput['marks']): Verdict | null {
  return unlessTooManyPaths(() => ruledBy(rules, call, marks));
}

/** A call with too many paths can't be checked in time, so a person decides. */
function unlessTooManyPaths<T>(decide: () => T | null): T | null {
  try {
    return decide();
  } catch (error) {
    if (error instanceof TooManyPaths) return null;
    throw error;
  }
}

function ruledBy(rules: readonly Rule[], call: RuleCall, marks: JudgeInput['marks']): Verdict | null {
  const said = decideByRules(rules, call);
  if (!said) return null;
  const { rule, behavior } = said;
  return behavior === 'deny' || marks.every(({ kind }) => coversMark(said, call.tool, kind))
    ? { by: 'rule', rule, decision: behavior }
    : null;
}

/** Whether the rule names exactly what is marked: the whole command, the site or the folder. */
function coversMark({ rule, exact }: RuleDecision, tool: string, kind: RiskKind): boolean {
  if (!rulable.has(kind)) return false;
  if (exact) return true;
  if (tool === Tool.WebFetch) return kind === 'network' && rule.content !== null;
  if (tool === Tool.WebSearch) return kind === 'network';
  return editTools.has(tool) && kind === 'outside' && rule.content !== null;
}

/** Turns a verdict into a decision. Null if a person decides. */
export function toDecided(verdict: Verdict, at: number): Decided | null {
  if (verdict.by === 'person') return null;
  const decided = { status: 'decided', decision: { answer: 'allow' }, at } as const;
  if (verdict.by === 'mode') return { ...decided, surface: 'mode', scope: 'once', by: verdict.reason };
  const rule = printRule(verdict.rule);
  const named = { ...decided, surface: 'rule', scope: verdict.rule.scope.kind, by: `rule ${rule}` } as const;
  return verdict.decision === 'allow' ? named : { ...named, decision: { answer: 'deny', reason: `The user’s rule ${rule} denies this.` } };
}
