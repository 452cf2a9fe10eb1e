import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useRef, useState } from 'react';
import { escapeInvisible } from '../../shared/invisible';
import { allowsNoRule } from '../../shared/looked-at';
import type { Remember } from '../../shared/rule';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { denialOf, noteOf } from './answer-draft';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { needsThought } from './ask-words';
import { editedInput, editText, isChanged } from './edited-input';
import { changesFile } from './file-change';
import { ActionButton } from './guarded-surface';
import { InputView } from './input-view';
import { QuickRules } from './quick-rules';
import { RuleComposer } from './rule-composer';
import { useComposedRule } from './rule-offer';
import { SameCalls, useSameCalls } from './same-calls';
import { useAskedFile } from './use-asked-file';

/** A tool call that waits for a yes or a no. */
export function PermissionAsk({ ask, content: { input, whole }, answering }: AskKindProps) {
  const { draft, busy, change, decide, decideAlso } = answering;
  const id = useId();
  const openers = { note: `${id}-note`, rule: `${id}-rule` };
  const editBox = useRef<HTMLTextAreaElement>(null);
  const noteBox = useRef<HTMLTextAreaElement>(null);
  const [openedRule, setOpenedRule] = useState(false);
  const edited = draft.edit === null ? null : editedInput(ask.tool, input, draft.edit);
  const same = useSameCalls(ask, draft);
  const file = useAskedFile(ask, changesFile(ask.tool));
  // Nobody can agree to what they can't see.
  const unseen = !whole || file.state === 'reading';
  const unready = unseen || edited?.ok === false;
  // A long file is compared anew for each letter, and letters don't wait for that.
  const shown = useDeferredValue(edited?.ok === true ? edited.input : input);
  const ticked = edited === null ? same.ticked : [];
  // What is ticked may be marked where this one is not: in a folder of its own it reaches further.
  const thought = [ask, ...ticked].some(needsThought);
  const eachTime = allowsNoRule(ask);
  // Of what is open, the last step is the one to take.
  const composing = draft.rule !== 'closed' && edited === null;
  const offered = useComposedRule(ask.id, draft, composing);
  const rule = composing ? (offered.composed?.rule ?? null) : null;
  const primary = rule ? 'rule' : draft.note !== null ? 'note' : ask.defaultToNo ? 'none' : 'once';

  const said = noteOf(draft);
  const allow = (): void => {
    if (edited?.ok === false) return;
    decide({ answer: 'allow', ...(edited && isChanged(input, edited.input) ? { input: edited.input } : {}), ...said });
    decideAlso(ticked, { answer: 'allow', ...said });
  };
  const allowAndRemember = (remember: Remember): void => {
    decide({ answer: 'allow', ...said }, remember);
    decideAlso(ticked, { answer: 'allow', ...said }, remember === 'session' ? remember : undefined);
  };
  const deny = (stop: boolean): void => {
    const decision = { ...denialOf(ask, draft), ...(stop ? { stop } : {}) };
    decide(decision);
    decideAlso(ticked, decision);
  };

  // Who has written why not has said no. While an input method composes, Enter is its own.
  const onReasonKey = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing && draft.reason.trim() !== '') deny(false);
  };
  // Who opens a text box goes on by writing in it. Not on the other surfaces that show the same draft.
  const writeIn = (box: RefObject<HTMLTextAreaElement | null>): void => void requestAnimationFrame(() => box.current?.focus());
  const edit = (): void => {
    change({ edit: editText(ask.tool, input) });
    writeIn(editBox);
  };
  const toggleNote = (): void => {
    change({ note: draft.note === null ? '' : null });
    if (draft.note === null) writeIn(noteBox);
  };
  const toggleRule = (): void => {
    change({ rule: draft.rule === 'closed' ? 'offered' : 'closed' });
    setOpenedRule(draft.rule === 'closed');
  };
  // The button that puts a panel away goes with it, and the focus back to the one that opened it.
  const putAway = (panel: keyof typeof openers): void => {
    document.getElementById(openers[panel])?.focus();
    change(panel === 'note' ? { note: null } : { rule: 'closed' });
  };

  return (
    <>
      {draft.edit !== null && (
        // In a frame, or a long change below it would leave it three lines.
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
      {/* A text box shows neither a difference nor what can’t be seen. */}
      {(draft.edit === null || changesFile(ask.tool) || escapeInvisible(draft.edit) !== draft.edit) && (
        <InputView ask={ask} input={shown} whole={whole} file={file} />
      )}
      <Failure text={edited?.ok === false ? edited.problem : null} />
      {edited === null && <SameCalls same={same} onTick={(others) => change({ others })} />}
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
      {/* A rule speaks of the call as Claude made it, and would let that one run. */}
      {composing && <RuleComposer ask={ask} composing={offered} reveal={openedRule} onChange={(changed) => change({ rule: changed })} />}
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="">
        {/* What an open panel leads to stands with the other answers, where it is in view however long the rest is. */}
        {(draft.note !== null || rule) && (
          <div className={styles.steps}>
            {draft.note !== null && (
              <>
                <ActionButton
                  look={primary === 'note' ? 'primary' : 'plain'}
                  small
                  disabled={unready || draft.note.trim() === ''}
                  busy={busy}
                  needsThought={thought}
                  onClick={allow}
                >
                  Allow and say this
                </ActionButton>
                <ActionButton look="quiet" small onClick={() => putAway('note')}>
                  Say nothing
                </ActionButton>
              </>
            )}
            {rule && (
              <>
                <ActionButton look="primary" small busy={busy} needsThought={thought} onClick={() => allowAndRemember(rule)}>
                  Allow and remember
                </ActionButton>
                <ActionButton look="quiet" small onClick={() => putAway('rule')}>
                  No rule
                </ActionButton>
              </>
            )}
          </div>
        )}
        <ActionButton
          look={primary === 'once' ? 'primary' : 'plain'}
          disabled={edited?.ok === false}
          // It has the focus from the start, which it could not take while it is disabled.
          busy={busy || unseen}
          needsThought={thought}
          data-first-focus={!thought || undefined}
          onClick={allow}
        >
          Allow once
        </ActionButton>
        <ActionButton
          disabled={unready || edited !== null || eachTime}
          title={eachTime ? 'This is looked at each time: no rule can allow it' : undefined}
          busy={busy}
          needsThought={thought}
          onClick={() => allowAndRemember('session')}
        >
          Allow for this session
        </ActionButton>
        <ActionButton id={openers.rule} disabled={unready || edited !== null} aria-expanded={composing} onClick={toggleRule}>
          Always allow…
        </ActionButton>
        <span className={styles.denials}>
          <ActionButton look="danger" busy={busy} onClick={() => deny(false)}>
            Deny
          </ActionButton>
          {/* What was put off is answered by a message, which begins a turn and stops none. */}
          {ask.note !== 'late' && (
            <ActionButton look="danger" busy={busy} onClick={() => deny(true)}>
              Deny and stop
            </ActionButton>
          )}
        </span>
        <div className={styles.more}>
          {draft.edit === null ? (
            <ActionButton look="quiet" small disabled={!whole} onClick={edit}>
              Edit input
            </ActionButton>
          ) : (
            <ActionButton look="quiet" small onClick={() => change({ edit: null })}>
              Undo the edit
            </ActionButton>
          )}
          <ActionButton id={openers.note} look="quiet" small disabled={!whole} aria-expanded={draft.note !== null} onClick={toggleNote}>
            Allow, but…
          </ActionButton>
          <QuickRules
            ask={ask}
            busy={busy}
            disabled={unready || edited !== null || eachTime}
            needsThought={thought}
            onAllow={allowAndRemember}
          />
        </div>
      </div>
    </>
  );
}
