import { useAtomValue } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { asksAtom, sessionsAtom } from '../app-state';
import type { AnswerDraft } from './answer-draft';
import styles from './ask.module.css';
import { needsThought } from './ask-words';

interface SameCall {
  readonly ask: Ask;
  readonly title: string;
  readonly folder: string;
  readonly ticked: boolean;
}

export interface SameCallList {
  readonly calls: readonly SameCall[];
  readonly ticked: readonly Ask[];
}

/** The same call with the same input, waiting in other sessions. A marked one is answered along only when somebody ticks it. */
export function useSameCalls(ask: Ask, { others }: AnswerDraft): SameCallList {
  const asks = useAtomValue(asksAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const calls = asks
    .filter(({ likeness, sessionId, kind }) => likeness === ask.likeness && sessionId !== ask.sessionId && kind === ask.kind)
    .map((other) => {
      const session = sessions.find(({ id }) => id === other.sessionId);
      const ticked = others.get(other.id) ?? !(needsThought(ask) || needsThought(other));
      return { ask: other, title: session?.title ?? 'A session', folder: session?.folder ?? '', ticked };
    });
  return { calls, ticked: calls.filter(({ ticked }) => ticked).map((call) => call.ask) };
}

interface SameCallsProps {
  readonly same: SameCallList;
  readonly onTick: (id: AskId, on: boolean) => void;
}

/** Offers to answer the same call of other sessions with one press. */
export function SameCalls({ same: { calls }, onTick }: SameCallsProps) {
  if (calls.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a panel
    <div role="group" aria-label="The same call waits in other sessions" className={styles.panel}>
      <p className={styles.label}>The same call waits in other sessions. Answer it there, too:</p>
      {calls.map(({ ask, title, folder, ticked }) => (
        <label key={ask.id} className={styles.option}>
          <input type="checkbox" aria-label={title} checked={ticked} onChange={(event) => onTick(ask.id, event.target.checked)} />
          <span>
            {title}
            <small className={styles.mono}>{folder}</small>
          </span>
        </label>
      ))}
    </div>
  );
}
