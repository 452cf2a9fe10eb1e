import type { KeyboardEvent } from 'react';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton, useInert } from './guarded-surface';
import { QuestionFields } from './question-fields';
import { type AskedQuestion, answerOf, answersOf, type Choice, noChoice, optionAt, questionsOf, withOption } from './questions';

/** Claude's questions: one step each, and a summary at the end. */
export function QuestionAsk({ content: { input, whole }, answering: { draft, busy, change, decide } }: AskKindProps) {
  const inert = useInert();
  const questions = questionsOf(input);
  const choiceOf = ({ question }: AskedQuestion): Choice => draft.choices.get(question) ?? noChoice;
  // Answers are keyed by the question's text, so a truncated question can't be answered.
  const answers = whole ? answersOf(questions, draft.choices) : null;
  const current = questions.find((asked) => answerOf(asked, choiceOf(asked)) === null) ?? questions.at(-1);
  const choose = (asked: AskedQuestion, choice: Choice): void => change({ choices: new Map(draft.choices).set(asked.question, choice) });

  const onKey = (event: KeyboardEvent): void => {
    if (inert || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const asked = questions[questionAt(event.target)] ?? current;
    const option = asked && optionAt(asked, event.key);
    if (!asked || !option) return;
    event.preventDefault();
    const choice = choiceOf(asked);
    choose(asked, withOption(asked, choice, option.label, !asked.multiSelect || !choice.labels.includes(option.label)));
    // A question with one answer is done, so the focus moves to the next one. At the last question it stays on the chosen option.
    const at = questions.indexOf(asked);
    if (!asked.multiSelect)
      (inputOf(event.currentTarget, at + 1) ?? inputOf(event.currentTarget, at, asked.options.indexOf(option)))?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits choose, on top of what each option does by itself
    <div className={styles.body} onKeyDown={onKey}>
      {whole && questions.length === 0 && <p>Claude asks, but there is no question in it. All you can do is not answer.</p>}
      {questions.map((asked, at) => (
        <QuestionFields
          key={asked.question}
          asked={asked}
          steps={questions.length}
          current={asked === current}
          choice={choiceOf(asked)}
          at={at}
          onChange={(choice) => choose(asked, choice)}
        />
      ))}
      {questions.length > 1 && answers && <QuestionReview questions={questions} answers={answers} />}
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="">
        <ActionButton look="primary" disabled={!answers} busy={busy} onClick={() => answers && decide({ answer: 'answers', answers })}>
          Submit answers
        </ActionButton>
        <ActionButton look="quiet" busy={busy} onClick={() => decide({ answer: 'deny' })}>
          Don’t answer
        </ActionButton>
      </div>
    </div>
  );
}

const inputOf = (container: Element, question: number, option = 0): HTMLInputElement | undefined =>
  container.querySelector(`[data-question="${question}"]`)?.querySelectorAll('input')[option];
const isTyping = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'text';
const questionAt = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest('[data-question]')?.getAttribute('data-question') ?? -1) : -1;

interface QuestionReviewProps {
  readonly questions: readonly AskedQuestion[];
  readonly answers: Readonly<Record<string, string | string[]>>;
}

/** A summary of the answers before they are sent. */
function QuestionReview({ questions, answers }: QuestionReviewProps) {
  return (
    <section aria-label="Your answers" className={styles.panel}>
      <dl className={styles.fields}>
        {questions.map(({ question, header }) => {
          const answer = answers[question];
          return (
            <div key={question}>
              <dt>{header === '' ? question : header}</dt>
              <dd>{Array.isArray(answer) ? answer.join(', ') : answer}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
