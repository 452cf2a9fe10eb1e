import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ask } from '../../shared/ask';
import type { DecisionScope } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import { isForPeople, mustAsk } from '../../shared/person-only';
import { type Remember, Rule, type RuleDraft, type RuleOffer, type RulePattern, type RuleScope } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';
import type { ToolCall } from './call';
import type { IncomingAsk } from './desk-dependencies';
import { judgeByRules } from './judge';
import { isAnyCommand, suggestRules } from './rules';

const File = z.strictObject({ version: z.literal(1), rules: z.array(Rule) });
type File = z.infer<typeof File>;

/** A rule that may be kept. What it needs from outside is already done. */
export interface PreparedRule {
  readonly scope: DecisionScope;
  keep(): void;
}

export interface RuleBookOptions {
  /** Where rules.json lies. */
  readonly folder: string;
  /** The call of an ask as rules see it. */
  readonly callOf: (ask: Ask, input: Readonly<Record<string, unknown>>) => ToolCall;
  /** Claude's own settings files that speak for a session. */
  readonly claudeFiles: (sessionId: SessionId) => RuleOffer['claudeFiles'];
  /** Adds an allowed rule to one of them; throws 'claude-settings' when it can't. */
  readonly addToClaude: (file: string, rule: RulePattern) => void;
  readonly now?: () => number;
}

/** Why no rule may allow a call; null when one may. */
function refusalOf(ask: Ask): string | null {
  if (isForPeople(ask.marks)) return 'This call is marked as one to look at each time. No rule can allow it.';
  if (ask.askedBy?.kind === 'hook') return 'A hook asks about this each time. No rule can allow it.';
  return mustAsk(ask) ? 'Your Claude settings ask about this each time. No rule can allow it.' : null;
}

/** The owner of the rules: what people decided once for more than one call. */
export class RuleBook {
  readonly disk: DiskStore<File>;
  readonly #options: RuleBookOptions;
  readonly #changed = new Emitter<readonly Rule[]>();

  constructor(options: RuleBookOptions) {
    this.#options = options;
    this.disk = new DiskStore({
      folder: options.folder,
      name: 'rules',
      read: (raw) => File.parse(raw),
      empty: { version: 1, rules: [] },
    });
  }

  readonly onChange = this.#changed.on;

  /** Oldest first. */
  get list(): readonly Rule[] {
    return this.disk.value.rules;
  }

  /** The rules that could speak for a call. */
  offer(asked: IncomingAsk): RuleOffer {
    const { ask, input, suggestions } = asked;
    const claudeFiles = this.#options.claudeFiles(ask.sessionId);
    if (ask.kind !== 'permission') return { candidates: [], refused: 'Only permissions can be remembered.', claudeFiles };
    const refused = refusalOf(ask);
    if (refused !== null) return { candidates: [], refused, claudeFiles };
    const candidates = suggestRules(this.#options.callOf(ask, input), suggestions);
    // The CLI suggests rules for parts of a command, too.
    return { candidates: candidates.filter((candidate) => this.#decides(candidate, asked)), refused: null, claudeFiles };
  }

  /** Makes a rule ready to be kept. It must decide the call it is made for: a rule that would not is a mistake. */
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

  /** The session is closed for good, and its rules with it. */
  forget(sessionId: SessionId): void {
    const kept = this.list.filter(({ scope }) => scope.kind !== 'session' || scope.sessionId !== sessionId);
    if (kept.length < this.list.length) this.#write(kept);
  }

  /** That anything may run is never what a person means by "this" call. */
  #narrowest(asked: IncomingAsk): RuleDraft {
    const { candidates, refused } = this.offer(asked);
    const narrow = candidates.find(({ exact }) => exact) ?? candidates.find((candidate) => !isAnyCommand(candidate));
    const none =
      candidates.length === 0 ? 'No rule can speak for this call.' : 'No rule can name just this call. Choose one under “Always allow…”.';
    if (!narrow) throw new AppError('no-rule', refused ?? none);
    return { tool: narrow.tool, content: narrow.content, scope: 'session', inClaude: false };
  }

  /** Whether a rule would decide this very call. One for all commands is about those that follow, so marks of this one don't count. */
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
    this.disk.write({ version: 1, rules: [...rules] });
    this.#changed.emit(this.list);
  }
}

function scopeOf(scope: RuleDraft['scope'], sessionId: SessionId, folder: string): RuleScope {
  if (scope === 'session') return { kind: 'session', sessionId };
  return scope === 'folder' ? { kind: 'folder', folder } : { kind: 'everywhere' };
}

const isSame = (a: Rule, b: Rule): boolean =>
  a.behavior === b.behavior && printRule(a) === printRule(b) && JSON.stringify(a.scope) === JSON.stringify(b.scope);
