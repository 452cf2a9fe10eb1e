import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import type { AskId } from '../../shared/ids';
import { lastMinuteMs } from '../../shared/timeout-words';
import { ago } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { TextWithCode } from '../ui/text-with-code';
import { clockLeft, useTimeLeft } from '../ui/time-left';
import { answerDraftAtom } from './answer-draft';
import { AskBody } from './ask-body';
import { describeSubagent, isCall, kindWords, lookWords } from './ask-words';
import { GuardedSurface } from './guarded-surface';
import styles from './inbox.module.css';

/** Returns the element that has the focus when its row is the focused one. */
export const rowId = (id: AskId): string => `inbox-${id}`;

interface InboxRowProps {
  readonly ask: Ask;
  /** The session's title. */
  readonly session: string;
  readonly opened: boolean;
  /** When it appeared, changed or moved. */
  readonly changedAt: number;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
  readonly onShow?: ((id: AskId) => void) | undefined;
}

/** An ask in one line, which expands to the whole ask. */
export function InboxRow({ ask, session, opened, changedAt, onToggle, onFocus, onShow }: InboxRowProps) {
  const { phase, failure } = useAtomValue(answerDraftAtom)(ask.id);
  const left = useTimeLeft(ask.expiresAt);
  const look = lookWords(ask);
  return (
    <li className={styles.row} data-answered={phase !== 'open' || undefined} onFocus={onFocus}>
      <button type="button" id={rowId(ask.id)} aria-expanded={opened} className={styles.line} onClick={onToggle}>
        <span className={styles.session}>{session}</span>
        <span className={styles.kind}>
          {kindWords(ask)}
          {ask.agentId !== null && `, ${describeSubagent(ask)}`}
        </span>
        {look !== null && <span className={styles.marked}>{look}</span>}
        <span className={styles.when}>
          {phase === 'open' ? <Ago at={ask.askedAt} /> : 'answered'}
          {/* Not part of the row's accessible name, which would change every second. The open row says it in words. */}
          {left !== null && phase === 'open' && (
            <span aria-hidden="true" className={`${styles.left} tabular`} data-last={left <= lastMinuteMs || undefined}>
              {clockLeft(left)} left
            </span>
          )}
        </span>
        <span className={styles.summary}>{isCall(ask) ? <TextWithCode text={ask.summary} /> : ask.summary}</span>
        {/* The open row shows the whole reason, so its header does not. */}
        {ask.askedBy && !opened && <span className={styles.askedBy}>{askedByWords(ask.askedBy)}</span>}
      </button>
      {opened ? (
        <GuardedSurface changedAt={changedAt} className={styles.body}>
          {/* The next prompt of a tool takes the place of the last. */}
          <AskBody key={ask.interaction ? ask.id : ask.fingerprint} ask={ask} surface="inbox" />
          {onShow && (
            <Button small look="quiet" className={styles.show} onClick={() => onShow(ask.id)}>
              Show session
            </Button>
          )}
        </GuardedSurface>
      ) : (
        <Failure text={failure} />
      )}
    </li>
  );
}

const refreshMs = 15_000;

/** Shows how long ago something happened, and updates itself. */
function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return ago(at, now);
}
