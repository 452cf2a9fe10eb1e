import type { AskedBy } from '../../shared/asked-by';
import { escapeLine } from '../../shared/invisible';
import { printRule } from '../../shared/rule-text';
import { Tool } from '../../shared/tools';
import { truncateLine } from '../../shared/truncate';
import { type AskRule, findAskRule, nameAskRule } from '../asks/ask-rules';
import type { PermissionRequest } from '../claude/permission-request';

const longestReason = 300;
const longestRule = 120;

const oneLine = (text: string, longest: number): string => truncateLine(escapeLine(text).trim(), longest);

/** The CLI's reasons for asking about a command line behind which a rule about one part of it may be hidden. */
const hideRules: ReadonlySet<string | null> = new Set(['subcommandResults', 'other']);
const mayHideRule = ({ tool, reasonType: type }: PermissionRequest): boolean => tool === Tool.Bash && hideRules.has(type);

/** Whether the ask rules of the settings are needed, to find a hidden rule or to name the one that asks. */
export const needsAskRules = (request: PermissionRequest): boolean =>
  request.askRule === null && (request.reasonType === 'rule' || mayHideRule(request));

/** The hook or rule that explicitly wants a person's decision; null if there is none. `rules` is null if they could not be read. */
export function whoAsks(request: PermissionRequest, rules: readonly AskRule[] | null): AskedBy | null {
  const { tool, input, askRule, reasonType: type } = request;
  if (type === 'hook') return askedByHook(request);
  if (askRule) return askedByRule({ rule: printRule(askRule), source: askRule.source, certain: true });
  if (type === 'rule') {
    const source = request.ruleSource;
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

function askedByHook({ reason, hookSource: source }: PermissionRequest): AskedBy {
  const name = source === null || source === 'settings' ? null : oneLine(source, longestRule);
  return { kind: 'hook', name, reason: oneLine(reason ?? '', longestReason) };
}
