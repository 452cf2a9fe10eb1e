import type { Ask } from '../../shared/ask';
import type { Answering } from './answer';
import styles from './ask.module.css';
import { ActionButton } from './guarded-surface';
import { QuickRules } from './quick-rules';
import type { PermissionAnswer } from './use-permission-answer';

export type Panel = 'note' | 'rule';

interface PermissionActionsProps {
  readonly ask: Ask;
  /** All of the input has arrived. */
  readonly whole: boolean;
  readonly answering: Answering;
  readonly answer: PermissionAnswer;
  /** The ids of the buttons that open a panel. */
  readonly openers: Readonly<Record<Panel, string>>;
  readonly onEdit: () => void;
  readonly onToggle: (panel: Panel) => void;
  readonly onClose: (panel: Panel) => void;
}

/** The buttons of a permission request. */
export function PermissionActions({ ask, whole, answering, answer, openers, onEdit, onToggle, onClose }: PermissionActionsProps) {
  const { draft, busy, change } = answering;
  const { edited, isUnready, needsThought, noRule, allow, allowAndRemember, deny } = answer;
  return (
    <div className={styles.actions} data-actions="">
      <PanelActions answering={answering} answer={answer} onClose={onClose} />
      <ActionButton
        look={answer.primary === 'once' ? 'primary' : 'plain'}
        disabled={edited?.ok === false}
        // Busy rather than disabled: it has the focus from the start, and a disabled button can't have it.
        busy={busy || answer.isUnseen}
        needsThought={needsThought}
        data-first-focus={!needsThought || undefined}
        onClick={allow}
      >
        Allow once
      </ActionButton>
      <ActionButton
        disabled={isUnready || edited !== null || noRule}
        title={noRule ? 'This is looked at each time: no rule can allow it' : undefined}
        busy={busy}
        needsThought={needsThought}
        onClick={() => allowAndRemember('session')}
      >
        Allow for this session
      </ActionButton>
      <ActionButton
        id={openers.rule}
        disabled={isUnready || edited !== null}
        aria-expanded={answer.isComposingRule}
        onClick={() => onToggle('rule')}
      >
        Always allow…
      </ActionButton>
      <span className={styles.denials}>
        <ActionButton look="danger" busy={busy} onClick={() => deny(false)}>
          Deny
        </ActionButton>
        {/* A late answer reaches Claude as a message, which starts a turn and can't stop one. */}
        {ask.note !== 'late' && (
          <ActionButton look="danger" busy={busy} onClick={() => deny(true)}>
            Deny and stop
          </ActionButton>
        )}
      </span>
      <div className={styles.more}>
        {draft.edit === null ? (
          <ActionButton look="quiet" small disabled={!whole} onClick={onEdit}>
            Edit input
          </ActionButton>
        ) : (
          <ActionButton look="quiet" small onClick={() => change({ edit: null })}>
            Undo the edit
          </ActionButton>
        )}
        <ActionButton
          id={openers.note}
          look="quiet"
          small
          disabled={!whole}
          aria-expanded={draft.note !== null}
          onClick={() => onToggle('note')}
        >
          Allow, but…
        </ActionButton>
        <QuickRules
          ask={ask}
          busy={busy}
          disabled={isUnready || edited !== null || noRule}
          needsThought={needsThought}
          onAllow={allowAndRemember}
        />
      </div>
    </div>
  );
}

/** The buttons of the open panels. They are beside the other answers, so that a long panel can't push them out of view. */
function PanelActions({ answering, answer, onClose }: Pick<PermissionActionsProps, 'answering' | 'answer' | 'onClose'>) {
  const { draft, busy } = answering;
  const { rule, needsThought } = answer;
  if (draft.note === null && !rule) return null;
  return (
    <div className={styles.steps}>
      {draft.note !== null && (
        <>
          <ActionButton
            look={answer.primary === 'note' ? 'primary' : 'plain'}
            small
            disabled={answer.isUnready || draft.note.trim() === ''}
            busy={busy}
            needsThought={needsThought}
            onClick={answer.allow}
          >
            Allow and say this
          </ActionButton>
          <ActionButton look="quiet" small onClick={() => onClose('note')}>
            Say nothing
          </ActionButton>
        </>
      )}
      {rule && (
        <>
          <ActionButton look="primary" small busy={busy} needsThought={needsThought} onClick={() => answer.allowAndRemember(rule)}>
            Allow and remember
          </ActionButton>
          <ActionButton look="quiet" small onClick={() => onClose('rule')}>
            No rule
          </ActionButton>
        </>
      )}
    </div>
  );
}
