import type { Ask } from '../../shared/ask';
import type { Answering } from './answer';
import styles from './ask.module.css';
import { ActionButton } from './guarded-surface';

interface RefusePromptProps {
  readonly ask: Ask;
  readonly answering: Answering;
}

/** The ways to close a form without an answer. Only an MCP server tells a declined form from a closed one. */
export function RefusePrompt({ ask, answering: { busy, decide } }: RefusePromptProps) {
  return (
    <span className={styles.denials}>
      {ask.interaction?.origin.by === 'server' && (
        <ActionButton look="danger" busy={busy} onClick={() => decide({ answer: 'deny' })}>
          Decline
        </ActionButton>
      )}
      <ActionButton look="quiet" busy={busy} onClick={() => decide({ answer: 'cancel' })}>
        Cancel
      </ActionButton>
    </span>
  );
}
