import { useState } from 'react';
import { Button } from '../ui/button';
import type { AskBodyProps } from './ask-card';
import styles from './ask-card.module.css';
import { QuestionFields } from './question-fields';
import { answersOf, type Choice, noChoice, questionsOf } from './questions';

/** What Claude wants to know, one group of choices for each question. */
export function QuestionAsk({ content: { input, whole }, answer: { busy, decide } }: AskBodyProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const questions = questionsOf(input);
  // The answers are keyed by the questions' text, so a text that was cut short can't be answered.
  const answers = whole ? answersOf(questions, choices) : null;
  return (
    <>
      {questions.map((question) => (
        <QuestionFields
          key={question.question}
          question={question}
          choice={choices.get(question.question) ?? noChoice}
          onChange={(choice) => setChoices((before) => new Map(before).set(question.question, choice))}
        />
      ))}
      <div className={styles.actions}>
        <Button look="primary" disabled={busy || !answers} onClick={() => answers && decide({ answer: 'answers', answers })}>
          Submit answers
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => decide({ answer: 'deny' })}>
          Don’t answer
        </Button>
      </div>
    </>
  );
}
