import type { ReactNode } from 'react';
import type { Ask, AskKind } from '../../shared/ask';
import { toolName } from '../transcript/tool-summary';
import { Failure } from '../ui/failure';
import styles from './ask-card.module.css';
import { type AskInput, useAskInput } from './ask-input';
import { type Decide, useDecide } from './decide';
import { FormAsk } from './form-ask';
import { PermissionAsk } from './permission-ask';
import { PlanAsk } from './plan-ask';
import { QuestionAsk } from './question-ask';
import { RiskMarks } from './risk-marks';

export interface AskBodyProps {
  readonly ask: Ask;
  readonly content: AskInput;
  readonly answer: Decide;
}

const bodies: Readonly<Record<AskKind, (props: AskBodyProps) => ReactNode>> = {
  permission: PermissionAsk,
  question: QuestionAsk,
  plan: PlanAsk,
  form: FormAsk,
};
const names: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: ({ tool }) => `Permission request: ${tool}`,
  question: () => 'Question',
  plan: () => 'Plan',
  form: () => 'Form',
};
const headings: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: ({ tool }) => `Claude wants to use ${toolName(tool)}`,
  question: () => 'Claude is asking',
  plan: () => 'Claude has a plan',
  form: ({ tool }) => `${toolName(tool)} needs something from you`,
};

const notes: Readonly<Record<NonNullable<Ask['note']>, string>> = {
  'run-ended': 'Its run ended while this waited. Answer it as before: Claude goes on with the same call, or is told that it was not made.',
  'app-restarted':
    'The app restarted while this waited. Answer it as before: Claude goes on with the same call, or is told that it was not made.',
  'may-have-run':
    'This was answered when the run or the app ended, and may already have run. Nothing is sent again unless you answer once more.',
  overdue: 'Its time ran out. It goes on waiting for you.',
  late: 'Its time ran out, and Claude was told that you will answer later. Your answer reaches it as a message.',
};

/** An ask where it came up: in the transcript, with everything needed to answer it. */
export function AskCard({ ask }: { readonly ask: Ask }) {
  const content = useAskInput(ask);
  const answer = useDecide(ask.id);
  const Body = bodies[ask.kind];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a card
    <div role="group" aria-label={names[ask.kind](ask)} className={styles.card}>
      <h2 className={styles.heading}>
        {headings[ask.kind](ask)}
        {ask.agentId !== null && <span className={styles.agent}>from a subagent</span>}
      </h2>
      {ask.note !== null && <p className={styles.note}>{notes[ask.note]}</p>}
      <RiskMarks marks={ask.marks} />
      <Body ask={ask} content={content} answer={answer} />
      {!content.whole && content.failure === null && <p className={styles.quiet}>Reading the rest…</p>}
      <Failure text={content.failure} />
      <Failure text={answer.failure} />
      {answer.late !== null && <p className={styles.quiet}>{answer.late}</p>}
    </div>
  );
}
