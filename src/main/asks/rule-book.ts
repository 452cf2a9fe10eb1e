import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ask } from '../../shared/ask';
import type { DecisionScope } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import { isForPeople, mustAsk } from '../../shared/person-only';
import { type Remember, Rule, type RuleDraft, type RuleOffer, type RulePattern, type RuleScope } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { RememberedApproval } from '../../shared/tool-summary';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';
import type { IncomingAsk } from './desk-dependencies';
import { judgeByRules } from './judge';
import { isAnyCommand, suggestRules } from './rules';
import type { ToolCall } from './tool-call';

const File = z.strictObject({ version: z.literal(1), rules: z.array(Rule), approvals: z.array(RememberedApproval).default([]) });
/** rules.json: the rules, and the approvals that tools remember. */
export type RulesFile = z.infer<typeof File>;

/** A rule that is ready to be kept. Claude's settings file already has it, if it goes there. */
export interface PreparedRule {
  readonly scope: DecisionScope;
  keep(): void;
}

export interface RuleBookOptions {
  /** The folder of rules.json. */
  readonly folder: string;
  /** The tool call of an ask. */
  readonly callOf: (ask: Ask, input: Readonly<Record<string, unknown>>) => ToolCall;
  /** Claude's own settings files that apply to a session. */
  readonly claudeFiles: (sessionId: SessionId) => RuleOffer['claudeFiles'];
  /** Adds an allow rule to one of them. Throws 'claude-settings' if it can't. */
  readonly addToClaude: (file: string, rule: RulePattern) => void;
  readonly now?: () => number;
}

/** Why no rule may allow a call. Null if one may. */
function refusalOf(ask: Ask): string | null {
  if (isForPeople(ask.marks)) return 'This call is marked as one to look at each time. No rule can allow it.';
  if (ask.askedBy?.kind === 'hook') return 'A hook asks about this each time. No rule can allow it.';
  return mustAsk(ask) ? 'Your Claude settings ask about this each time. No rule can allow it.' : null;
}

/** The owner of the rules. */
export class RuleBook {
  readonly disk: DiskStore<RulesFile>;
  readonly #options: RuleBookOptions;
  readonly #changed = new Emitter<readonly Rule[]>();

  constructor(options: RuleBookOptions) {
    this.#options = options;
    this.disk = new DiskStore({
      folder: options.folder,
      name: 'rules',
      read: (raw) => File.parse(raw),
      empty: { version: 1, rules: [], approvals: [] },
    });
  }

  readonly onChange = this.#changed.on;

  /** Oldest first. */
  get list(): readonly Rule[] {
    return this.disk.value.rules;
  }

  /** The rules that a person can choose from for a call. */
  offer(asked: IncomingAsk): RuleOffer {
    const { ask, input, suggestions } = asked;
    const claudeFiles = this.#options.claudeFiles(ask.sessionId);
    if (ask.kind !== 'permission') return { candidates: [], refused: 'Only permissions can be remembered.', claudeFiles };
    const refused = refusalOf(ask);
    if (refused !== null) return { candidates: [], refused, claudeFiles };
    const candidates = suggestRules(this.#options.callOf(ask, input), suggestions);
    // The CLI also suggests rules for parts of a command.
    return { candidates: candidates.filter((candidate) => this.#decides(candidate, asked)), refused: null, claudeFiles };
  }

  /** Prepares a rule. Throws if it would not decide the call that it is made for, because that is not what the person wants. */
  prepare(asked: IncomingAsk, wanted: Remember): PreparedRule {
    const draft = wanted === 'session' ? this.#narrowest(asked) : wanted;
    const rule = this.draft(asked, draft);
    const { ask } = asked;
    const refused = refusalOf(ask);
    if (refused !== null) throw new AppError('no-rule', refused);
    if (isAnyCommand(draft) && draft.scope !== 'session')
      throw new AppError('no-rule', `All of ${draft.tool} can be allowed for one session only.`);
    if (!this.#decides(draft, asked)) throw new AppError('no-rule', `${printRule(draft)} does not speak of this call.`);
    if (!draft.inClaude || draft.scope === 'session') return { scope: draft.scope, keep: () => this.#add(rule) };
    const claudeFile = this.#options.claudeFiles(ask.sessionId)[draft.scope];
    this.#options.addToClaude(claudeFile, rule);
    return { scope: draft.scope, keep: () => this.#add({ ...rule, claudeFile }) };
  }

  /** The rule a draft would make. */
  draft({ ask, input }: IncomingAsk, { tool, content, scope }: RuleDraft): Rule {
    const { cwd } = this.#options.callOf(ask, input);
    return {
      tool,
      content,
      id: randomUUID(),
      behavior: 'allow',
      scope: scopeOf(scope, ask.sessionId, cwd),
      createdAt: this.#options.now?.() ?? Date.now(),
      source: `Made for: ${ask.summary}`,
    };
  }

  revoke(id: string): void {
    this.#write(this.list.filter((rule) => rule.id !== id));
  }

  /** The session is closed, and its rules go with it. */
  forget(sessionId: SessionId): void {
    const kept = this.list.filter(({ scope }) => scope.kind !== 'session' || scope.sessionId !== sessionId);
    if (kept.length < this.list.length) this.#write(kept);
  }

  /** The narrowest rule for a call, never one that allows every command. */
  #narrowest(asked: IncomingAsk): RuleDraft {
    const { candidates, refused } = this.offer(asked);
    const narrow = candidates.find(({ exact }) => exact) ?? candidates.find((candidate) => !isAnyCommand(candidate));
    const none =
      candidates.length === 0 ? 'No rule can speak for this call.' : 'No rule can name just this call. Choose one under “Always allow…”.';
    if (!narrow) throw new AppError('no-rule', refused ?? none);
    return { tool: narrow.tool, content: narrow.content, scope: 'session', inClaude: false };
  }

  /** Whether a rule would decide this call. A rule for all commands is meant for later ones, so the marks of this call don't count. */
  #decides({ tool, content }: RulePattern, asked: IncomingAsk): boolean {
    const { ask, input } = asked;
    const rule = this.draft(asked, { tool, content, scope: 'session', inClaude: false });
    const call = { ...this.#options.callOf(ask, input), sessionId: ask.sessionId };
    return judgeByRules([rule], call, isAnyCommand(rule) ? [] : ask.marks) !== null;
  }

  #add(rule: Rule): void {
    const known = this.list.find((one) => isSame(one, rule));
    if (!known) this.#write([...this.list, rule]);
    else if (rule.claudeFile !== undefined)
      this.#write(this.list.map((one) => (one === known ? { ...known, claudeFile: rule.claudeFile } : one)));
  }

  #write(rules: readonly Rule[]): void {
    this.disk.write({ ...this.disk.value, rules: [...rules] });
    this.#changed.emit(this.list);
  }
}

function scopeOf(scope: RuleDraft['scope'], sessionId: SessionId, folder: string): RuleScope {
  if (scope === 'session') return { kind: 'session', sessionId };
  return scope === 'folder' ? { kind: 'folder', folder } : { kind: 'everywhere' };
}

const isSame = (a: Rule, b: Rule): boolean =>
  a.behavior === b.behavior && printRule(a) === printRule(b) && JSON.stringify(a.scope) === JSON.stringify(b.scope);
