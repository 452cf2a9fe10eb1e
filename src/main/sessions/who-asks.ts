import type { AskedBy } from '../../shared/asked-by';
import { escapeLine } from '../../shared/invisible';
import { printRule } from '../../shared/rule-text';
import { Tool } from '../../shared/tools';
import { truncateLine } from '../../shared/truncate';
import { type AskRule, findAskRule, nameAskRule } from '../asks/ask-rules';
import type { CanUseTool } from '../claude/wire';

const longestReason = 300;
const longestRule = 120;

const oneLine = (text: string, longest: number): string => truncateLine(escapeLine(text).trim(), longest);

/** Why the CLI asks about a command line when a rule about a part of it may be the reason. It does not say so. */
const hideRules: ReadonlySet<string | undefined> = new Set(['subcommandResults', 'other']);
const mayHideRule = ({ tool_name: tool, decision_reason_type: type }: CanUseTool): boolean => tool === Tool.Bash && hideRules.has(type);

/** Whether the rules of the settings are needed to tell who asks: to find a hidden one, or to name the one that asks. */
export const needsAskRules = (request: CanUseTool): boolean =>
  request.matched_ask_rule === undefined && (request.decision_reason_type === 'rule' || mayHideRule(request));

/** Who explicitly asks for a person's decision; null when nobody does. `rules` is null when they could not be read. */
export function whoAsks(request: CanUseTool, rules: readonly AskRule[] | null): AskedBy | null {
  const { tool_name: tool, input, matched_ask_rule: matched, decision_reason_type: type } = request;
  if (type === 'hook') return askedByHook(request);
  if (matched) {
    const rule = printRule({ tool: matched.tool_name, content: matched.rule_content ?? null });
    return askedByRule({ rule, source: matched.source, certain: true });
  }
  if (type === 'rule') {
    const source = request.decision_reason_rule_source ?? null;
    const fromThere = (rules ?? []).filter((rule) => source === null || rule.source === source);
    const named = nameAskRule(fromThere, { tool, input });
    return askedByRule({ rule: named?.rule ?? null, source: named?.source ?? source, certain: true });
  }
  if (!mayHideRule(request)) return null;
  if (rules === null) return { kind: 'unknown' };
  const found = findAskRule(rules, { tool, input });
  return found && askedByRule(found);
}

function askedByRule({ rule, source, certain }: Omit<Extract<AskedBy, { kind: 'rule' }>, 'kind'>): AskedBy {
  return { kind: 'rule', rule: rule === null ? null : oneLine(rule, longestRule), source, certain };
}

function askedByHook({ decision_reason: reason, decision_reason_hook_source: source }: CanUseTool): AskedBy {
  const name = source === undefined || source === 'settings' ? null : oneLine(source, longestRule);
  return { kind: 'hook', name, reason: oneLine(reason ?? '', longestReason) };
}
