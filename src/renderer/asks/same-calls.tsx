import { useAtomValue } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { asksAtom, sessionsAtom } from '../base/app-state';
import { Button } from '../ui/button';
import type { AnswerDraft } from './answer-draft';
import styles from './ask.module.css';
import { noteWords } from './ask-words';
import { AskedByLine } from './asked-by-line';
import { RiskMarks } from './risk-marks';

interface SameCall {
  readonly ask: Ask;
  readonly title: string;
  readonly folder: string;
}

export interface SameCallList {
  readonly calls: readonly SameCall[];
  readonly ticked: readonly Ask[];
}

/** Finds pending asks of other sessions for the same call. Only the sessions that the person ticks get the answer. */
export function useSameCalls({ fingerprint, kind, sessionId }: Ask, { others }: AnswerDraft): SameCallList {
  const asks = useAtomValue(asksAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const same = asks.filter((other) => other.fingerprint === fingerprint && other.kind === kind && other.sessionId !== sessionId);
  const calls = same.map((ask) => {
    const session = sessions.find(({ id }) => id === ask.sessionId);
    return { ask, title: session?.title ?? 'A session', folder: session?.folder ?? '' };
  });
  return { calls, ticked: same.filter(({ id }) => others.has(id)) };
}

interface SameCallsProps {
  readonly same: SameCallList;
  readonly onTick: (ticked: ReadonlySet<AskId>) => void;
}

/** Offers to give the same answer in other sessions. */
export function SameCalls({ same: { calls, ticked }, onTick }: SameCallsProps) {
  if (calls.length === 0) return null;
  const all = ticked.length === calls.length;
  const tickedIds = new Set(ticked.map(({ id }) => id));
  const tick = (id: AskId, on: boolean): void => onTick(new Set([...tickedIds].filter((one) => one !== id).concat(on ? id : [])));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a panel
    <div role="group" aria-label="The same call waits in other sessions" className={styles.panel}>
      <p className={styles.label}>The same call waits in other sessions. Give it the same answer in:</p>
      {calls.map(({ ask, ask: { id, marks, note }, title, folder }) => (
        <label key={id} className={styles.option}>
          <input
            type="checkbox"
            aria-label={calls.filter((one) => one.title === title).length > 1 ? `${title}, ${folder}` : title}
            checked={tickedIds.has(id)}
            onChange={(event) => tick(id, event.target.checked)}
          />
          <span>
            {title}
            <small className={styles.mono}>{folder}</small>
            {note === 'may-have-run' && <small className={styles.note}>{noteWords[note]}</small>}
            <AskedByLine ask={ask} />
            <RiskMarks marks={marks} />
          </span>
        </label>
      ))}
      {calls.length > 1 && (
        <div>
          <Button small look="link" data-choice="" onClick={() => onTick(new Set(all ? [] : calls.map(({ ask }) => ask.id)))}>
            {all ? 'Tick none' : 'Tick all'}
          </Button>
        </div>
      )}
    </div>
  );
}
