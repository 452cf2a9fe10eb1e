import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { AskId } from '../../shared/ids';
import { isOver } from '../../shared/interaction';
import type { RuleDraft } from '../../shared/rule';
import { heldPromptsAtom } from './held-prompts';
import type { Choice } from './questions';

/** An unsent answer. It belongs to the ask, so the card, the dialog and the inbox show the same one. */
export interface AnswerDraft {
  readonly reason: string;
  /** The input to run instead, as the person types it; null if they don't edit. */
  readonly edit: string | null;
  /** A message to Claude that goes with the allow; null while its field is closed. */
  readonly note: string | null;
  readonly choices: ReadonlyMap<string, Choice>;
  /** What the person wants changed in a plan. */
  readonly change: string;
  /** The rule that the person composes. */
  readonly rule: 'closed' | 'offered' | RuleDraft;
  /** Asks of other sessions for the same call, which get the same answer. */
  readonly others: ReadonlySet<AskId>;
  /** `sent` until the main process drops the ask from the list. */
  readonly phase: 'open' | 'sending' | 'sent';
  readonly failure: string | null;
}

export const emptyAnswer: AnswerDraft = {
  reason: '',
  edit: null,
  note: null,
  choices: new Map(),
  change: '',
  rule: 'closed',
  others: new Set(),
  phase: 'open',
  failure: null,
};

/** Returns the message for Claude that goes with every kind of allow. */
export const toNote = ({ note }: Pick<AnswerDraft, 'note'>): { readonly note?: string } => (note?.trim() ? { note: note.trim() } : {});

/** Returns a denial with the reason that the person wrote. For a plan, the reason is what they want changed. */
export function toDenial({ kind }: Pick<Ask, 'kind'>, { reason, change }: Pick<AnswerDraft, 'reason' | 'change'>): Denial {
  const written = kind === 'plan' ? change : reason;
  return { answer: 'deny', ...(written.trim() === '' ? {} : { reason: written }) };
}
type Denial = Extract<Decision, { answer: 'deny' }>;

/** Returns the simplest no: a form is closed without an answer, and so is a prompt whose tool has ended. */
export const toRefusal = (ask: Ask, draft: Pick<AnswerDraft, 'reason' | 'change'>): Decision =>
  ask.kind === 'form' || (ask.interaction && isOver(ask.interaction, ask.note)) ? { answer: 'cancel' } : toDenial(ask, draft);

const answersAtom = atom<ReadonlyMap<AskId, AnswerDraft>>(new Map());

export const answerDraftAtom = atom((get) => {
  const answers = get(answersAtom);
  return (id: AskId): AnswerDraft => answers.get(id) ?? emptyAnswer;
});

export const changeAnswerAtom = atom(null, (get, set, id: AskId, change: Partial<AnswerDraft>) => {
  const answers = get(answersAtom);
  set(answersAtom, new Map(answers).set(id, { ...(answers.get(id) ?? emptyAnswer), ...change }));
});

/** Forgets the draft of an ask that is gone. */
export const dropAnswerAtom = atom(null, (get, set, id: AskId) => {
  set(answersAtom, new Map([...get(answersAtom)].filter(([one]) => one !== id)));
});

/** Resets the parts of a draft that were meant for a call which has changed since. */
export const resetChangedAnswersAtom = atom(null, (get, set, changed: readonly AskId[]) => {
  for (const id of changed)
    if (get(answersAtom).get(id)?.phase === 'open') set(changeAnswerAtom, id, { edit: null, rule: 'closed', others: new Set<AskId>() });
});

/**
 * Drops the drafts of asks that are no longer pending. A draft that is being sent is kept, because main may refuse it. If an ask
 * is still pending after its answer was sent, its run ended or its tool asks again, and the person can answer again.
 */
export const pruneAnswersAtom = atom(null, (get, set, waiting: ReadonlySet<AskId>) => {
  const answers = get(answersAtom);
  const held = get(heldPromptsAtom);
  const kept = [...answers].filter(([id, { phase }]) => waiting.has(id) || held.has(id) || phase === 'sending');
  const isBack = (id: AskId, { phase }: AnswerDraft): boolean => phase === 'sent' && waiting.has(id);
  if (kept.length === answers.size && !kept.some(([id, draft]) => isBack(id, draft))) return;
  set(answersAtom, new Map(kept.map(([id, draft]) => [id, isBack(id, draft) ? { ...draft, phase: 'open' } : draft])));
});
