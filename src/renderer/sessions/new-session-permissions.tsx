import { useId } from 'react';
import { maxMinutes } from '../../shared/limits';
import { permissionModeNames } from '../../shared/permission-mode-words';
import type { PermissionMode } from '../../shared/session';
import styles from './new-session.module.css';

interface PermissionsProps {
  readonly mode: PermissionMode;
  /** As typed, so it may be invalid. */
  readonly minutes: string;
  readonly onMode: (mode: PermissionMode) => void;
  readonly onMinutes: (minutes: string) => void;
}

const modes: readonly { readonly mode: PermissionMode; readonly about: string }[] = [
  { mode: 'ask', about: 'Nothing runs unasked.' },
  { mode: 'safe', about: 'What only reads in the folder is not asked.' },
  { mode: 'all', about: 'For a time, only what looks risky is asked.' },
];

/** Returns the minutes that a person typed, or null for an invalid number. */
export function readMinutes(text: string): number | null {
  const minutes = Number(text);
  return text.trim() !== '' && minutes >= 1 && minutes <= maxMinutes ? minutes : null;
}

/** The choice of the permission mode in New session. */
export function Permissions({ mode, minutes, onMode, onMinutes }: PermissionsProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${id}-name`} className={styles.permissions}>
      <span id={`${id}-name`} className={styles.groupName}>
        Permission mode
      </span>
      {modes.map(({ mode: one, about }) => (
        <div key={one} className={styles.mode}>
          <label>
            <input type="radio" name={id} checked={mode === one} aria-describedby={`${id}-${one}`} onChange={() => onMode(one)} />
            {permissionModeNames[one].name}
          </label>
          <span id={`${id}-${one}`} className={styles.about}>
            {about}
          </span>
        </div>
      ))}
      {mode === 'all' && <AllWarning minutes={minutes} onMinutes={onMinutes} />}
    </div>
  );
}

function AllWarning({ minutes, onMinutes }: Pick<PermissionsProps, 'minutes' | 'onMinutes'>) {
  const id = useId();
  const wrong = readMinutes(minutes) === null;
  return (
    <div className={styles.all}>
      <p id={id}>
        Claude then changes files and runs commands as you, and you are not asked. What looks risky still waits for you, but not everything
        that is risky looks so. Use it only where nothing can be lost.
      </p>
      <label className={styles.minutes}>
        Minutes until it asks again
        <input
          type="text"
          inputMode="numeric"
          value={minutes}
          aria-describedby={id}
          aria-invalid={wrong}
          onChange={(event) => onMinutes(event.target.value)}
        />
      </label>
      {wrong && <p className={styles.missing}>Between 1 and {maxMinutes} minutes.</p>}
    </div>
  );
}
