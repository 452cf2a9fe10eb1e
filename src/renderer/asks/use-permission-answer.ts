import { useDeferredValue } from 'react';
import type { Ask } from '../../shared/ask';
import { allowsNoRule } from '../../shared/person-only';
import type { Remember, RuleDraft } from '../../shared/rule';
import { toDenial, toNote } from './answer-draft';
import type { AskKindProps } from './ask-body';
import { needsThought } from './ask-words';
import { type Edited, editedInput, isChanged } from './edited-input';
import { changesFile } from './file-change';
import { type ComposedRule, useComposedRule } from './rule-offer';
import { type SameCallList, useSameCalls } from './same-calls';
import { type KnownFile, useAskedFile } from './use-asked-file';

/** The answer to a permission request as far as it is prepared, and the ways to give it. */
export interface PermissionAnswer {
  /** Null unless the person edits the input. */
  readonly edited: Edited | null;
  /** The input to draw. It lags behind fast typing. */
  readonly shownInput: Ask['input'];
  readonly file: KnownFile;
  readonly same: SameCallList;
  /** Part of the call is not on the screen yet. */
  readonly isUnseen: boolean;
  /** The call can't be allowed as it is. */
  readonly isUnready: boolean;
  readonly needsThought: boolean;
  /** No rule can allow this call. */
  readonly noRule: boolean;
  readonly isComposingRule: boolean;
  readonly composing: ComposedRule;
  /** The rule that “Allow and remember” would keep. */
  readonly rule: RuleDraft | null;
  /** The one button that is drawn as the next step. */
  readonly primary: 'rule' | 'note' | 'once' | 'none';
  allow(): void;
  allowAndRemember(remember: Remember): void;
  deny(stop: boolean): void;
}

export function usePermissionAnswer({ ask, content: { input, whole }, answering }: AskKindProps): PermissionAnswer {
  const { draft, decide, decideAlso } = answering;
  const edited = draft.edit === null ? null : editedInput(ask.tool, input, draft.edit);
  const same = useSameCalls(ask, draft);
  const file = useAskedFile(ask, changesFile(ask.tool));
  // A long file takes a while to compare, and typing must not wait for it.
  const shownInput = useDeferredValue(edited?.ok === true ? edited.input : input);
  // A person can't agree to a call that they can't see.
  const isUnseen = !whole || file.state === 'reading';
  const ticked = edited === null ? same.ticked : [];
  // A rule is about the call as Claude made it, so an edited call gets none.
  const isComposingRule = draft.rule !== 'closed' && edited === null;
  const composing = useComposedRule(ask.id, draft, isComposingRule);
  const rule = isComposingRule ? (composing.composed?.rule ?? null) : null;
  const note = toNote(draft);
  return {
    edited,
    shownInput,
    file,
    same,
    isUnseen,
    isUnready: isUnseen || edited?.ok === false,
    // The same call may be marked in another session only, because it reaches further from that session's folder.
    needsThought: [ask, ...ticked].some(needsThought),
    noRule: allowsNoRule(ask),
    isComposingRule,
    composing,
    rule,
    primary: rule ? 'rule' : draft.note !== null ? 'note' : ask.defaultToNo ? 'none' : 'once',
    allow: () => {
      if (edited?.ok === false) return;
      decide({ answer: 'allow', ...(edited && isChanged(input, edited.input) ? { input: edited.input } : {}), ...note });
      decideAlso(ticked, { answer: 'allow', ...note });
    },
    allowAndRemember: (remember) => {
      decide({ answer: 'allow', ...note }, remember);
      decideAlso(ticked, { answer: 'allow', ...note }, remember === 'session' ? remember : undefined);
    },
    deny: (stop) => {
      const decision = { ...toDenial(ask, draft), ...(stop ? { stop } : {}) };
      decide(decision);
      decideAlso(ticked, decision);
    },
  };
}
