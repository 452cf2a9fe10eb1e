import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { AskId } from '../../shared/ids';
import { answerAtom } from './answer';
import { answerDraftAtom, changeAnswerAtom, toDenial, toNote } from './answer-draft';
import { isCall } from './ask-words';
import { inertMs } from './dialog-guard';
import { editText } from './edited-input';
import { FirstFrames } from './first-frame';
import { allowsByKey, type InboxAction, inboxAction, noRows, rowAfter, rowTimes } from './inbox-keys';
import { rowId } from './inbox-row';
import { pressGuardAtom } from './press-guard';
import { promptGateAtom } from './prompt-gate';
import { isEditable } from './typing';

export interface InboxRows {
  readonly opened: AskId | null;
  /** When a row appeared, changed or moved. */
  changedAtOf(id: AskId): number;
  onKeyDown(event: KeyboardEvent): void;
  onToggle(id: AskId): void;
  onFocusRow(id: AskId): void;
}

const decides: ReadonlySet<InboxAction> = new Set(['allow', 'allow-session', 'deny']);

const focusRow = (id: AskId | undefined | null): void => {
  if (id) document.getElementById(rowId(id))?.focus();
};

/** Whether the focus is in the panel, or was until the focused element disappeared. */
const isHere = (panel: HTMLElement | null): boolean =>
  document.activeElement === document.body || panel?.contains(document.activeElement) === true;

/** Whether the row is in view and fully drawn. Keys must not allow more than buttons do. */
function isShown(id: AskId): boolean {
  const row = document.getElementById(rowId(id))?.parentElement;
  return row != null && row.querySelector('[data-unshown]') === null;
}

/** Keeps the focused and the open row, and handles keys. A key does not answer a row that has just appeared. */
export function useInboxRows(asks: readonly Ask[], panel: RefObject<HTMLElement | null>, close: () => void): InboxRows {
  const store = useStore();
  const guard = useAtomValue(pressGuardAtom);
  const answer = useSetAtom(answerAtom);
  const changeDraft = useSetAtom(changeAnswerAtom);
  const [opened, setOpened] = useState<AskId | null>(null);
  const [times, setTimes] = useState(noRows);
  const selected = useRef<AskId | null>(null);
  /** When the focused row last changed without the person's doing, or opened. */
  const steadyFrom = useRef(0);
  const [frames] = useState(() => new FirstFrames());

  const onRows = useEffectEvent((now: number) => {
    const ids = asks.map(({ id }) => id);
    const opens = times === noRows;
    const next = rowAfter([...times.seenAt.keys()], ids, selected.current);
    setTimes(rowTimes(times, asks, now));
    frames.note(now);
    if (next === selected.current && !opens) return;
    steadyFrom.current = now;
    selected.current = next;
    // Leave the focus to a person who types elsewhere: in the inbox their letters would be answers.
    if (!opens && !isHere(panel.current)) return;
    if (next === null) panel.current?.focus();
    else focusRow(next);
  });
  // In a layout effect, so that no key is lost between the removal of a row and the next frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other asks wait
  useLayoutEffect(() => onRows(Date.now()), [asks]);

  const open = (id: AskId): void => {
    steadyFrom.current = Date.now();
    frames.note(steadyFrom.current);
    setOpened(id);
  };
  const move = (from: AskId, by: 1 | -1): void => {
    const others = asks.filter(({ id }) => id === from || store.get(answerDraftAtom)(id).phase === 'open');
    focusRow(others[others.findIndex(({ id }) => id === from) + by]?.id);
  };
  const decide = (ask: Ask, decision: Decision, remember?: 'session'): void => {
    void answer({ ask, decision, surface: 'inbox', remember });
    const last = asks.at(-1)?.id === ask.id;
    move(ask.id, last ? -1 : 1);
  };
  const edit = (ask: Ask): void => {
    open(ask.id);
    if (isCall(ask) && !ask.truncated && store.get(answerDraftAtom)(ask.id).edit === null)
      changeDraft(ask.id, { edit: editText(ask.tool, ask.input) });
    requestAnimationFrame(() => document.getElementById(rowId(ask.id))?.parentElement?.querySelector('textarea')?.focus());
  };

  const isClosed = (ask: Ask): boolean => store.get(promptGateAtom)(ask) !== null;
  const allow = (ask: Ask, scope: 'once' | 'session'): void => {
    const draft = store.get(answerDraftAtom)(ask.id);
    if (!isShown(ask.id)) return;
    if (!allowsByKey(ask, opened === ask.id, scope) || draft.edit !== null || isClosed(ask)) open(ask.id);
    // The tool remembers its approval itself.
    else if (ask.interaction) decide(ask, { answer: 'allow', approvalScope: scope });
    else decide(ask, { answer: 'allow', ...toNote(draft) }, scope === 'session' ? scope : undefined);
  };
  const deny = (ask: Ask): void => {
    if (ask.kind === 'form' || isClosed(ask)) open(ask.id);
    else decide(ask, toDenial(ask, store.get(answerDraftAtom)(ask.id)));
  };
  const actions: Readonly<Record<Exclude<InboxAction, 'close'>, (ask: Ask) => void>> = {
    next: ({ id }) => move(id, 1),
    previous: ({ id }) => move(id, -1),
    allow: (ask) => allow(ask, 'once'),
    'allow-session': (ask) => allow(ask, 'session'),
    deny,
    edit,
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = inboxAction(event.key);
    if (action === null || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.nativeEvent.isComposing) return;
    const ask = asks.find(({ id }) => id === selected.current);
    const writing = isEditable(event.target);
    // Letters and arrow keys belong to text fields and to the options of a question.
    if (action !== 'close' && (writing || event.target instanceof HTMLInputElement)) return;
    // These keys scroll a long text that has the focus.
    if (event.key.startsWith('Arrow') && event.target instanceof Element && event.target.matches('[data-scrolls]')) return;
    event.preventDefault();
    if (action === 'close') {
      if (writing && ask) focusRow(ask.id);
      else close();
    } else if (ask && !(decides.has(action) && isTooSoon(ask.id, event.nativeEvent))) actions[action](ask);
  };
  const isTooSoon = (id: AskId, event: Event): boolean => {
    const shownAt = Math.max(frames.of(times.seenAt.get(id) ?? 0), frames.of(steadyFrom.current));
    return guard.startOf(event) < shownAt + inertMs || guard.isFocusing(event);
  };

  return {
    opened,
    changedAtOf: (id) => Math.max(times.seenAt.get(id) ?? 0, times.movedAt),
    onKeyDown,
    onToggle: (id) => (opened === id ? setOpened(null) : open(id)),
    onFocusRow: (id) => {
      selected.current = id;
    },
  };
}
