import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Ask, AskKind } from '../../shared/ask';
import type { WindowSurface } from '../../shared/decision';
import { isOver } from '../../shared/interaction';
import { expiryWords, lastMinuteMs } from '../../shared/timeout-words';
import { settingsAtom } from '../base/app-state';
import { Boundary } from '../ui/boundary';
import { Failure } from '../ui/failure';
import { clockLeft, useTimeLeft } from '../ui/time-left';
import { type Answering, useAnswering } from './answer';
import styles from './ask.module.css';
import { type AskInput, useAskInput } from './ask-input';
import { latePromptWords, noteWords } from './ask-words';
import { AskedByLine } from './asked-by-line';
import { FormAsk } from './form-ask';
import { PermissionAsk } from './permission-ask';
import { PlainAsk } from './plain-ask';
import { PlanAsk } from './plan-ask';
import { QuestionAsk } from './question-ask';
import { RiskMarks } from './risk-marks';
import { ToolApproval } from './tool-approval';

export interface AskKindProps {
  readonly ask: Ask;
  readonly surface: WindowSurface;
  readonly content: AskInput;
  readonly answering: Answering;
}

const kinds: Readonly<Record<AskKind, (props: AskKindProps) => ReactNode>> = {
  permission: (props) => (props.ask.interaction ? <ToolApproval {...props} /> : <PermissionAsk {...props} />),
  question: QuestionAsk,
  plan: PlanAsk,
  form: FormAsk,
};

interface AskBodyProps {
  readonly ask: Ask;
  readonly surface: WindowSurface;
}

/** An ask and everything needed to answer it. Every surface of the window shows the same. */
export function AskBody({ ask, surface }: AskBodyProps) {
  return (
    <Boundary resetOn={ask.fingerprint} fallback={() => <PlainAsk ask={ask} surface={surface} />}>
      <UsualBody ask={ask} surface={surface} />
    </Boundary>
  );
}

function UsualBody({ ask, surface }: AskBodyProps) {
  const content = useAskInput(ask);
  const answering = useAnswering(ask, surface);
  const Kind = kinds[ask.kind];
  return (
    <>
      <NoteLine ask={ask} />
      {ask.expiresAt !== null && <TimeLeft ask={ask} until={ask.expiresAt} />}
      <AskedByLine ask={ask} />
      <RiskMarks marks={ask.marks} />
      {!content.whole && content.failure === null && <p className={styles.quiet}>Reading the rest…</p>}
      <Failure text={content.failure} />
      <Kind ask={ask} surface={surface} content={content} answering={answering} />
    </>
  );
}

/** What happened to an ask while it waited. */
function NoteLine({ ask: { note, interaction } }: { readonly ask: Ask }) {
  // A prompt whose tool has ended says so beside its button.
  if (note === null || (interaction && isOver(interaction, note))) return null;
  return <p className={styles.note}>{interaction && note === 'late' ? latePromptWords : noteWords[note]}</p>;
}

/** Counts down to an ask's time limit and says what happens then. The last minute is announced once. */
function TimeLeft({ ask, until }: { readonly ask: Ask; readonly until: number }) {
  const left = useTimeLeft(until);
  const settings = useAtomValue(settingsAtom);
  const then = settings ? `, ${expiryWords(ask, settings.timeouts)}` : '';
  const last = left <= lastMinuteMs;
  return (
    <p className={last ? styles.lastMinute : styles.quiet}>
      <span className="tabular">{left > 0 ? `Its time runs out in ${clockLeft(left)}${then}` : 'Its time is up'}</span>
      <span className="visually-hidden" aria-live="polite">
        {last && left > 0 && `Less than a minute left to answer${then}`}
      </span>
    </p>
  );
}
