import { useState } from 'react';
import type { Ask } from '../../shared/ask';
import type { WindowSurface } from '../../shared/decision';
import { rawText } from '../base/item-boundary';
import { Boundary } from '../ui/boundary';
import { Failure } from '../ui/failure';
import { useAnswering } from './answer';
import { toRefusal } from './answer-draft';
import styles from './ask.module.css';
import { useAskInput } from './ask-input';
import { needsThought } from './ask-words';
import { ActionButton, GuardedSurface } from './guarded-surface';
import { JudgedText } from './judged-text';
import { RiskMarks } from './risk-marks';

interface PlainAskProps {
  readonly ask: Ask;
  readonly surface: WindowSurface;
}

/** Fallback for an ask whose view fails: its input as JSON, and the simplest answers. */
export function PlainAsk({ ask, surface }: PlainAskProps) {
  // These buttons may have appeared under the pointer.
  const [changedAt] = useState(Date.now);
  return (
    <GuardedSurface changedAt={changedAt} className={styles.body}>
      <Boundary fallback={() => <DenyOnly ask={ask} surface={surface} />}>
        <PlainInput ask={ask} surface={surface} />
      </Boundary>
    </GuardedSurface>
  );
}

const allowNames: Readonly<Partial<Record<Ask['kind'], string>>> = { permission: 'Allow once', plan: 'Approve plan' };
const denyNames: Readonly<Record<Ask['kind'], string>> = {
  permission: 'Deny',
  plan: 'Keep planning',
  question: 'Don’t answer',
  form: 'Cancel',
};

function PlainInput({ ask, surface }: PlainAskProps) {
  const { input, whole, failure } = useAskInput(ask);
  const { draft, busy, decide } = useAnswering(ask, surface);
  const raw = rawText(input);
  const allowName = allowNames[ask.kind];
  return (
    <>
      <RiskMarks marks={ask.marks} />
      <p className={styles.quiet}>This request can’t be shown as usual. Its input, as plain text:</p>
      {raw !== null && <JudgedText name="Input" text={raw} whole />}
      <Failure text={failure ?? draft.failure} />
      <div className={styles.actions} data-actions="" data-unshown={raw === null || undefined}>
        {allowName !== undefined && (
          <ActionButton
            // A person can't agree to a call that they can't see.
            disabled={!whole || raw === null}
            busy={busy}
            needsThought={needsThought(ask)}
            onClick={() => decide({ answer: 'allow' })}
          >
            {allowName}
          </ActionButton>
        )}
        <ActionButton look="danger" busy={busy} onClick={() => decide(toRefusal(ask, draft))}>
          {denyNames[ask.kind]}
        </ActionButton>
      </div>
    </>
  );
}

function DenyOnly({ ask, surface }: PlainAskProps) {
  const { draft, busy, decide } = useAnswering(ask, surface);
  return (
    <>
      <p className={styles.quiet}>This request can’t be shown, so it can only be refused.</p>
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="" data-unshown="">
        <ActionButton look="danger" busy={busy} onClick={() => decide(toRefusal(ask, draft))}>
          {denyNames[ask.kind]}
        </ActionButton>
      </div>
    </>
  );
}
