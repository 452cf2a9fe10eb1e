import { useId, useState } from 'react';
import { LongText } from '../ui/long-text';
import styles from './ask.module.css';
import { type AskedQuestion, type Choice, withOption, withOwnWords } from './questions';

interface QuestionFieldsProps {
  readonly asked: AskedQuestion;
  readonly step: { readonly number: number; readonly of: number; readonly current: boolean } | null;
  readonly choice: Choice;
  readonly first: boolean;
  readonly onChange: (choice: Choice) => void;
}

/** The options of one question, and room for an answer that is none of them. */
export function QuestionFields({ asked, step, choice, first, onChange }: QuestionFieldsProps) {
  const { question, header, multiSelect, options } = asked;
  const name = useId();
  const kind = multiSelect ? 'checkbox' : 'radio';
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const chooseOther = (on: boolean): void => onChange({ ...choice, other: on, labels: multiSelect ? choice.labels : [] });
  const previewed =
    options.find(({ label }) => label === pointedAt) ?? options.find(({ label }) => choice.labels.includes(label)) ?? options[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: named by its question alone, without the header in front of it
    <div role="group" aria-label={question} className={styles.question} data-current={step?.current || undefined}>
      <p className={styles.ask}>
        {header !== '' && <span className={styles.chip}>{header}</span>}
        {question}
        {step && (
          <span className={styles.step}>
            {step.number} of {step.of}
          </span>
        )}
      </p>
      {options.map(({ label, description }, at) => (
        <label
          key={label}
          className={styles.option}
          onPointerEnter={() => setPointedAt(label)}
          onPointerLeave={() => setPointedAt(null)}
          onFocus={() => setPointedAt(label)}
        >
          <input
            type={kind}
            name={name}
            aria-label={label}
            aria-description={description || undefined}
            checked={choice.labels.includes(label)}
            data-first-focus={(first && at === 0) || undefined}
            onChange={(event) => onChange(withOption(asked, choice, label, event.target.checked))}
          />
          <span>
            {label}
            {description !== '' && <small>{description}</small>}
          </span>
          <span className={styles.key} aria-hidden="true">
            {at + 1}
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
          onChange={(event) => onChange(withOwnWords(asked, choice, event.target.value))}
        />
      </div>
      {previewed?.preview && <LongText name={`Preview of ${previewed.label}`} text={previewed.preview} />}
    </div>
  );
}
