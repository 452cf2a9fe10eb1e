import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { AskId } from '../../shared/ids';
import type { RuleDraft } from '../../shared/rule';
import type { Choice } from './questions';

/** An answer that is being put together. It belongs to the ask: card, dialog and inbox show the same one. */
export interface AnswerDraft {
  readonly reason: string;
  /** What is to run instead, as it is being written; null while nothing is edited. */
  readonly edit: string | null;
  /** What Claude is told with the allow; null while nobody wants to say anything. */
  readonly note: string | null;
  readonly choices: ReadonlyMap<string, Choice>;
  /** What should change in a plan. */
  readonly change: string;
  /** The rule that is being put together. */
  readonly rule: 'closed' | 'offered' | RuleDraft;
  /** The same call in other sessions, where it gets the same answer. */
  readonly others: ReadonlySet<AskId>;
  /** `sent` until the main process says that it no longer waits. */
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

/** What Claude is told with an allow, whichever way that is given. */
export const noteOf = ({ note }: Pick<AnswerDraft, 'note'>): { readonly note?: string } => (note?.trim() ? { note: note.trim() } : {});

/** A no with what was written for it: in a plan that is what should change. */
export function denialOf({ kind }: Pick<Ask, 'kind'>, { reason, change }: Pick<AnswerDraft, 'reason' | 'change'>): Denial {
  const written = kind === 'plan' ? change : reason;
  return { answer: 'deny', ...(written.trim() === '' ? {} : { reason: written }) };
}
type Denial = Extract<Decision, { answer: 'deny' }>;

const answersAtom = atom<ReadonlyMap<AskId, AnswerDraft>>(new Map());

export const answerDraftAtom = atom((get) => {
  const answers = get(answersAtom);
  return (id: AskId): AnswerDraft => answers.get(id) ?? emptyAnswer;
});

export const changeAnswerAtom = atom(null, (get, set, id: AskId, change: Partial<AnswerDraft>) => {
  const answers = get(answersAtom);
  set(answersAtom, new Map(answers).set(id, { ...(answers.get(id) ?? emptyAnswer), ...change }));
});

/** The ask is gone, and what was typed for it. */
export const dropAnswerAtom = atom(null, (get, set, id: AskId) => {
  set(answersAtom, new Map([...get(answersAtom)].filter(([one]) => one !== id)));
});

/** What was put together for a call that came back as another is not for that one. */
export const forgetChangedAtom = atom(null, (get, set, changed: readonly AskId[]) => {
  for (const id of changed)
    if (get(answersAtom).get(id)?.phase === 'open') set(changeAnswerAtom, id, { edit: null, rule: 'closed', others: new Set<AskId>() });
});

/**
 * Takes in which asks wait now. An answer that is on its way may still come back refused: until then it is kept. One that was
 * sent and whose ask is told of again has not settled it: its run ended, and the ask can be answered once more.
 */
export const keepAnswersAtom = atom(null, (get, set, waiting: ReadonlySet<AskId>) => {
  const answers = get(answersAtom);
  const kept = [...answers].filter(([id, { phase }]) => waiting.has(id) || phase === 'sending');
  if (kept.length === answers.size && !kept.some(([, { phase }]) => phase === 'sent')) return;
  set(answersAtom, new Map(kept.map(([id, draft]) => [id, draft.phase === 'sent' ? { ...draft, phase: 'open' } : draft])));
});
