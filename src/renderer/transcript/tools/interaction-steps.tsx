import { type ReactNode, useState } from 'react';
import type { InteractionStep } from '../../../shared/transcript';
import { AskCard } from '../../asks/ask-card';
import { cardNames } from '../../asks/ask-words';
import type { PlacedPrompt } from '../../asks/placed-prompts';
import { EscapedText } from '../../base/escaped-text';
import { ValueList } from '../../forms/value-list';
import { Fold } from './folds';
import styles from './interaction-steps.module.css';
import { stepOutcome } from './interaction-words';

interface InteractionStepsProps {
  /** The name of the tool that asks. */
  readonly tool: string;
  readonly steps: readonly InteractionStep[];
  /** The prompt that can be answered here. */
  readonly open: PlacedPrompt | null;
}

/** The prompts of a call, oldest first: what was asked and answered, and the one that waits. */
export function InteractionSteps({ tool, steps, open }: InteractionStepsProps) {
  const done = steps.filter(({ interactionId }) => interactionId !== open?.ask.interaction?.id);
  if (done.length === 0 && open === null) return null;
  const isOver = open === null && !done.some(({ isOpen }) => isOpen);
  // A prompt keeps its accessible name: first in its card, then here.
  const name = done.at(-1)?.kind === 'approval' ? cardNames.permission({ tool }) : cardNames.form({ tool });
  return (
    <div className={styles.steps} {...(isOver ? { role: 'group', 'aria-label': name } : {})}>
      {done.map((step) => (
        <StepView key={step.interactionId} step={step} />
      ))}
      {open && <AskCard ask={open.ask} changedAt={open.changedAt} />}
    </div>
  );
}

const newMs = 2_000;
const marks = { yes: '✓', no: '✕', none: '–', open: '…' } as const;

/** A prompt that takes no answer any more. */
function StepView({ step }: { readonly step: InteractionStep }) {
  const { interactionId, prompt, error } = step;
  const { result, words, where } = stepOutcome(step);
  const line = (
    <span className={styles.outcome} data-result={result}>
      <span className={styles.mark} aria-hidden="true">
        {marks[result]}
      </span>
      <span className={styles.words}>
        <EscapedText text={words} />
      </span>
      <span className={styles.where}>{where}</span>
    </span>
  );
  const details = detailsOf(step);
  // Steps that scroll into view again don't move.
  const [isNew] = useState(() => Date.now() - (step.response?.at ?? 0) < newMs);
  return (
    <div className={styles.step} data-new={isNew || undefined}>
      <p className={styles.prompt}>
        <EscapedText text={prompt} />
      </p>
      {error !== null && (
        <p className={styles.error}>
          <EscapedText text={error} />
        </p>
      )}
      {details === null ? (
        <p>{line}</p>
      ) : (
        <Fold id={`prompt:${interactionId}`} className={styles.fold} summary={line}>
          {details}
        </Fold>
      )}
    </div>
  );
}

/** What the line does not show; null if there is nothing more, or if the tool wants the values hidden. */
function detailsOf({ form, response, completedView, origin }: InteractionStep): ReactNode {
  if (form === null) return null;
  if (form.mode === 'url')
    return (
      <p className={styles.page}>
        {origin.by === 'server' && <EscapedText text={`${origin.server}: `} />}
        <EscapedText text={form.url} />
      </p>
    );
  const { values } = response ?? {};
  return values && completedView.showInputs ? <ValueList fields={form.fields} values={values} /> : null;
}
