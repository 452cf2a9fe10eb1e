import { useId, useState } from 'react';
import { LongText } from '../ui/long-text';
import styles from './ask.module.css';
import { type AskedQuestion, type Choice, withOption, withOwnWords } from './questions';

interface QuestionFieldsProps {
  readonly asked: AskedQuestion;
  /** Its index among the `steps` questions of the ask. */
  readonly at: number;
  readonly steps: number;
  readonly current: boolean;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** The options of one question, and a field for another answer. */
export function QuestionFields({ asked, at: step, steps, current, choice, onChange }: QuestionFieldsProps) {
  const { question, header, multiSelect, options } = asked;
  const name = useId();
  const kind = multiSelect ? 'checkbox' : 'radio';
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  // The option with the tab stop; null is the other answer. Chromium finds it by itself, but if a focused radio button is
  // rendered again, Chromium forgets its group and stops at every option.
  const chosen = options.find(({ label }) => choice.labels.includes(label));
  const stop = choice.other ? null : ((chosen ?? options[0])?.label ?? null);
  const tabIndex = (label: string | null): number => (multiSelect || label === stop ? 0 : -1);
  const chooseOther = (on: boolean): void => onChange({ ...choice, other: on, labels: multiSelect ? choice.labels : [] });
  const previewed = options.find(({ label }) => label === pointedAt) ?? chosen ?? options[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: named by its question alone, without the header in front of it
    <div
      role="group"
      aria-label={question}
      className={styles.question}
      data-question={step}
      data-current={(steps > 1 && current) || undefined}
    >
      <p className={styles.ask}>
        {header !== '' && <span className={styles.chip}>{header}</span>}
        <span>{question}</span>
        {steps > 1 && (
          <span className={styles.step}>
            {step + 1} of {steps}
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
          onBlur={() => setPointedAt(null)}
        >
          <input
            type={kind}
            name={name}
            tabIndex={tabIndex(label)}
            aria-label={label}
            aria-description={description || undefined}
            checked={choice.labels.includes(label)}
            data-first-focus={(step === 0 && at === 0) || undefined}
            onChange={(event) => onChange(withOption(asked, choice, label, event.target.checked))}
          />
          <span>
            {label}
            {description !== '' && <small>{description}</small>}
          </span>
          {/* There are only nine digits to choose with. */}
          {at < 9 && (
            <span className={styles.key} aria-hidden="true">
              {at + 1}
            </span>
          )}
        </label>
      ))}
      <div className={styles.option}>
        <input
          type={kind}
          name={name}
          tabIndex={tabIndex(null)}
          aria-label="Other"
          checked={choice.other}
          onChange={(event) => chooseOther(event.target.checked)}
        />
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
