import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { escapeInvisible } from '../../shared/invisible';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { editText } from './edited-input';
import { changesFile } from './file-change';
import { InputView } from './input-view';
import { type Panel, PermissionActions } from './permission-actions';
import { RuleComposer } from './rule-composer';
import { SameCalls } from './same-calls';
import { usePermissionAnswer } from './use-permission-answer';

/** A tool call that waits for a yes or a no. */
export function PermissionAsk(props: AskKindProps) {
  const { ask, content, answering } = props;
  const { input, whole } = content;
  const { draft, change } = answering;
  const answer = usePermissionAnswer(props);
  const { edited } = answer;
  const id = useId();
  const openers = { note: `${id}-note`, rule: `${id}-rule` };
  const editBox = useRef<HTMLTextAreaElement>(null);
  const noteBox = useRef<HTMLTextAreaElement>(null);
  const [openedRule, setOpenedRule] = useState(false);

  // A written reason means no. While an input method composes, Enter belongs to it.
  const onReasonKey = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing && draft.reason.trim() !== '') answer.deny(false);
  };
  // Only on this surface: the others show the same draft, and their text boxes must not take the focus.
  const focusBox = (box: RefObject<HTMLTextAreaElement | null>): void => void requestAnimationFrame(() => box.current?.focus());
  const edit = (): void => {
    change({ edit: editText(ask.tool, input) });
    focusBox(editBox);
  };
  const toggle = (panel: Panel): void => {
    if (panel === 'note') {
      change({ note: draft.note === null ? '' : null });
      if (draft.note === null) focusBox(noteBox);
    } else {
      change({ rule: draft.rule === 'closed' ? 'offered' : 'closed' });
      setOpenedRule(draft.rule === 'closed');
    }
  };
  // The button that closes a panel disappears with it, so the focus returns to the one that opened it.
  const closePanel = (panel: Panel): void => {
    document.getElementById(openers[panel])?.focus();
    change(panel === 'note' ? { note: null } : { rule: 'closed' });
  };

  return (
    <>
      {draft.edit !== null && (
        // Framed, because otherwise a long change below leaves it only three lines.
        <div className={styles.body}>
          <textarea
            ref={editBox}
            aria-label="Input to run instead"
            className={styles.edit}
            value={draft.edit}
            spellCheck={false}
            onChange={(event) => change({ edit: event.target.value })}
          />
        </div>
      )}
      {/* A text box shows neither a difference nor invisible characters. */}
      {(draft.edit === null || changesFile(ask.tool) || escapeInvisible(draft.edit) !== draft.edit) && (
        <InputView ask={ask} input={answer.shownInput} whole={whole} file={answer.file} />
      )}
      <Failure text={edited?.ok === false ? edited.problem : null} />
      {edited === null && <SameCalls same={answer.same} onTick={(others) => change({ others })} />}
      <Field label="Reason for denial (optional)">
        {(control) => (
          <input
            {...control}
            type="text"
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
            onKeyDown={onReasonKey}
            placeholder="Claude reads it word for word"
          />
        )}
      </Field>
      {draft.note !== null && (
        <div className={styles.panel}>
          <Field label="What Claude should know">
            {(control) => (
              <textarea
                {...control}
                ref={noteBox}
                className={styles.change}
                value={draft.note ?? ''}
                placeholder="Reaches Claude as a message while it works"
                onChange={(event) => change({ note: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
      {answer.isComposingRule && (
        <RuleComposer ask={ask} composing={answer.composing} reveal={openedRule} onChange={(changed) => change({ rule: changed })} />
      )}
      <Failure text={draft.failure} />
      <PermissionActions
        ask={ask}
        whole={whole}
        answering={answering}
        answer={answer}
        openers={openers}
        onEdit={edit}
        onToggle={toggle}
        onClose={closePanel}
      />
    </>
  );
}
