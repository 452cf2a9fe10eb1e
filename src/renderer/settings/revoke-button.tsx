import { useId, useState } from 'react';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './settings.module.css';

interface RevokeButtonProps {
  /** What is revoked. */
  readonly what: string;
  /** The words of the button that does it. */
  readonly confirm: string;
  /** What follows from it. */
  readonly effect: string;
  readonly revoke: () => Promise<void>;
  /** Called before the row disappears, so that the focus can move on. */
  readonly onRevoked: () => void;
}

/** Revokes something that a row shows. It can't be undone, so the button asks for confirmation. */
export function RevokeButton({ what, confirm, effect, revoke, onRevoked }: RevokeButtonProps) {
  // The buttons replace each other and take over the focus.
  const [step, setStep] = useState<'listed' | 'asking' | 'kept'>('listed');
  const task = useTask();
  const id = useId();
  const confirmed = async (): Promise<void> => {
    await revoke();
    onRevoked();
  };
  return (
    <>
      {step === 'asking' ? (
        <span className={styles.sure}>
          <span id={id}>{effect}</span>
          <Button small look="danger" autoFocus aria-describedby={id} busy={task.busy} onClick={() => task.run(confirmed)}>
            {confirm}
          </Button>
          <Button small look="quiet" onClick={() => setStep('kept')}>
            Keep
          </Button>
        </span>
      ) : (
        <Button small look="quiet" aria-label={`Revoke ${what}`} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
          Revoke
        </Button>
      )}
      <Failure text={task.failure} />
    </>
  );
}
