import { type Ask, Question } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { askerTitle, type Interaction, isOver } from '../../shared/interaction';
import { needsLook } from '../../shared/needs-look';
import type { Settings } from '../../shared/settings';
import { expiryWords } from '../../shared/timeout-words';

/** A button of a notification. A button without a decision opens the ask. */
export interface AskButton {
  readonly key: string;
  readonly label: string;
  readonly decision: Decision | null;
}

const maxButtons = 3;

/** Returns the part of a notification's title before the session's title. */
export function titlePrefix(ask: Ask): string {
  if (ask.interaction) return askerTitle(ask.interaction.origin);
  switch (ask.kind) {
    case 'permission':
      return ask.tool;
    case 'question':
      return 'Question';
    case 'plan':
      return 'Plan';
    case 'form':
      return 'Form';
    default:
      return assertNever(ask.kind);
  }
}

/** Describes what an ask is about and who wants the user to decide. */
export function notificationBody({ summary, askedBy, changedByHook }: Ask): string {
  const details = [...(askedBy ? [askedByWords(askedBy)] : []), ...(changedByHook ? ['Changed by your hook'] : [])];
  return [summary, ...details].join(' · ');
}

/** Warns that an ask is in its last minute. It includes the time of day, because the user may read it later. */
export function lastMinuteText(ask: Ask, timeouts: Settings['timeouts']): string {
  const until = new Date(ask.expiresAt ?? 0).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `One minute left (until ${until}), ${expiryWords(ask, timeouts)}`;
}

/** Returns the answers that fit into a notification. `isInteractive` is false if the person turned prompts of tools off. */
export function notificationButtons(ask: Ask, isInteractive = true): readonly AskButton[] {
  switch (ask.kind) {
    case 'permission':
      if (ask.interaction) return isInteractive ? approvalButtons(ask, ask.interaction) : [open];
      if (needsLook(ask)) return [deny, show];
      return ask.defaultToNo ? [deny, allow] : [allow, deny];
    case 'question':
      return needsLook(ask) ? [answer] : (optionButtons(ask) ?? [answer]);
    case 'plan':
      return [show];
    case 'form':
      return [open];
    default:
      return assertNever(ask.kind);
  }
}

/** Some desktops show only three buttons, so the approval that lasts longest is left to the window. */
function approvalButtons(ask: Ask, interaction: Interaction): readonly AskButton[] {
  if (isOver(interaction, ask.note)) return [open];
  if (needsLook(ask)) return [deny, show];
  const allowed = approvals.filter(({ scope }) => interaction.approvalScopes.includes(scope)).slice(0, maxButtons - 1);
  return [...allowed.map(({ key, label, scope }) => ({ key, label, decision: { answer: 'allow', approvalScope: scope } as const })), deny];
}

const approvals = [
  { key: 'allow', label: 'Allow once', scope: 'once' },
  { key: 'allow-session', label: 'Allow for session', scope: 'session' },
  { key: 'allow-always', label: 'Always allow', scope: 'always' },
] as const;

const allow: AskButton = { key: 'allow', label: 'Allow', decision: { answer: 'allow' } };
const deny: AskButton = { key: 'deny', label: 'Deny', decision: { answer: 'deny' } };
const show: AskButton = { key: 'show', label: 'Show', decision: null };
const open: AskButton = { key: 'open', label: 'Open', decision: null };
const answer: AskButton = { key: 'answer', label: 'Answer', decision: null };

/** Returns one button per option of a single question, or null if it can't be answered with a few buttons. */
function optionButtons({ input }: Ask): readonly AskButton[] | null {
  if (!Array.isArray(input.questions) || input.questions.length !== 1) return null;
  const question = Question.safeParse(input.questions[0]).data;
  if (!question || question.multiSelect || question.options.length === 0 || question.options.length > maxButtons) return null;
  return question.options.map(({ label }, index) => ({
    key: `option-${index + 1}`,
    label,
    decision: { answer: 'answers', answers: { [question.question]: label } },
  }));
}
