import { useAtomValue } from 'jotai';
import type { KeyboardEvent } from 'react';
import type { ApprovalScope } from '../../shared/interaction';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { toDenial } from './answer-draft';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { needsThought } from './ask-words';
import { ActionButton } from './guarded-surface';
import { InputView } from './input-view';
import { GateActions, GateLine, promptGateAtom } from './prompt-gate';
import { PromptText } from './prompt-text';

const scopeNames: Readonly<Record<ApprovalScope, string>> = {
  once: 'Allow once',
  session: 'Allow for this session',
  always: 'Always allow',
};

/** A tool that wants a yes or a no before it goes on. The tool remembers the answer itself, so there is no rule to make. */
export function ToolApproval({ ask, surface, content: { input, whole }, answering }: AskKindProps) {
  const { draft, busy, change, decide } = answering;
  const gate = useAtomValue(promptGateAtom)(ask);
  const scopes = ask.interaction?.approvalScopes ?? [];
  const deny = (): void => decide(toDenial(ask, draft));
  // A written reason means no. While an input method composes, Enter belongs to it.
  const onReasonKey = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing && draft.reason.trim() !== '') deny();
  };
  return (
    <>
      <GateLine gate={gate} />
      <PromptText ask={ask} surface={surface} />
      <InputView ask={ask} input={input} whole={whole} file={noFile} />
      {gate !== null ? (
        <GateActions ask={ask} gate={gate} answering={answering} />
      ) : (
        <>
          <Field label="Reason for denial (optional)">
            {(control) => (
              <input
                {...control}
                type="text"
                value={draft.reason}
                onChange={(event) => change({ reason: event.target.value })}
                onKeyDown={onReasonKey}
                placeholder="The tool and Claude can read it"
              />
            )}
          </Field>
          <Failure text={draft.failure} />
          <div className={styles.actions} data-actions="">
            {scopes.map((scope, at) => (
              <ActionButton
                key={scope}
                look={at === 0 ? 'primary' : 'plain'}
                // Busy rather than disabled: the first has the focus from the start, and a disabled button can't have it.
                busy={busy || !whole}
                needsThought={needsThought(ask)}
                data-first-focus={(at === 0 && !needsThought(ask)) || undefined}
                onClick={() => decide({ answer: 'allow', approvalScope: scope })}
              >
                {scopeNames[scope]}
              </ActionButton>
            ))}
            <span className={styles.denials}>
              <ActionButton look="danger" busy={busy} onClick={deny}>
                Deny
              </ActionButton>
            </span>
          </div>
        </>
      )}
    </>
  );
}

/** These tools change no file that could be compared. */
const noFile = { state: 'none' } as const;
