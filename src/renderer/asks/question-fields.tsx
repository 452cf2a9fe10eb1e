import { useId } from 'react';
import styles from './ask-card.module.css';
import type { AskedQuestion, Choice } from './questions';

interface QuestionFieldsProps {
  readonly question: AskedQuestion;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** The options of one question, and room for an answer that is none of them. */
export function QuestionFields({ question: { question, header, multiSelect, options }, choice, onChange }: QuestionFieldsProps) {
  const name = useId();
  const kind = multiSelect ? 'checkbox' : 'radio';
  const choose = (label: string, on: boolean): void => {
    const others = choice.labels.filter((one) => one !== label);
    onChange(multiSelect ? { ...choice, labels: on ? [...others, label] : others } : { ...choice, labels: [label], other: false });
  };
  const chooseOther = (on: boolean): void => onChange({ ...choice, other: on, labels: multiSelect ? choice.labels : [] });
  return (
    // biome-ignore lint/a11y/useSemanticElements: named by its question alone, without the header in front of it
    <div role="group" aria-label={question} className={styles.question}>
      <p className={styles.ask}>
        {header !== '' && <span className={styles.chip}>{header}</span>}
        {question}
      </p>
      {options.map(({ label, description }) => (
        <label key={label} className={styles.option}>
          <input
            type={kind}
            name={name}
            aria-label={label}
            aria-description={description || undefined}
            checked={choice.labels.includes(label)}
            onChange={(event) => choose(label, event.target.checked)}
          />
          <span>
            {label}
            {description !== '' && <small>{description}</small>}
          </span>
        </label>
      ))}
      <div className={styles.option}>
        <input type={kind} name={name} aria-label="Other" checked={choice.other} onChange={(event) => chooseOther(event.target.checked)} />
        <input
          type="text"
          aria-label="Other answer"
          placeholder="Other answer"
          value={choice.text}
          onChange={(event) =>
            onChange({ ...choice, text: event.target.value, other: event.target.value !== '', labels: multiSelect ? choice.labels : [] })
          }
        />
      </div>
    </div>
  );
}
