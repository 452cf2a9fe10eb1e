import styles from './ask.module.css';
import type { AskedQuestion } from './questions';

interface QuestionReviewProps {
  readonly questions: readonly AskedQuestion[];
  readonly answers: Readonly<Record<string, string | string[]>>;
}

/** All answers together, before they are sent. */
export function QuestionReview({ questions, answers }: QuestionReviewProps) {
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
