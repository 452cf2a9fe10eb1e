import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useState } from 'react';
import { isMacAtom } from '../base/app-state';
import { Button } from '../ui/button';
import { acceleratorOf, keysOf } from './accelerator';
import { Row } from './rows';
import { useSave } from './save';
import styles from './settings.module.css';

/** Records the global shortcut from a key press. */
export function ShortcutRecorder({ shortcut }: { readonly shortcut: string | null }) {
  const mac = useAtomValue(isMacAtom);
  const { save, failure } = useSave();
  const [recording, setRecording] = useState(false);
  const hint = `Opens the inbox over whatever is in front.${shortcut === null ? ' Off until you choose the keys.' : ''}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!recording) return;
    // Plain Tab moves the focus, as usual.
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const accelerator = acceleratorOf(event, { mac });
    if (accelerator !== null) void save({ globalShortcut: accelerator });
    if (accelerator !== null || event.key === 'Escape') setRecording(false);
  };
  return (
    <Row
      label="Show what waits, from any program"
      hint={recording ? `Press the keys, with ${mac ? '⌃, ⌥ or ⌘' : 'Ctrl, Alt or Super'} among them. Esc leaves it as it is.` : hint}
      failure={failure}
      unlabelled
    >
      {(control) => (
        <>
          {shortcut !== null && !recording && (
            <>
              <Keys keys={keysOf(shortcut, { mac })} />
              <Button small look="quiet" onClick={() => void save({ globalShortcut: null })}>
                Turn off
              </Button>
            </>
          )}
          <Button
            {...control}
            aria-pressed={recording}
            data-takes-keys={recording}
            onClick={() => setRecording(!recording)}
            onKeyDown={onKeyDown}
            onBlur={() => setRecording(false)}
          >
            {recording ? 'Press the keys…' : shortcut === null ? 'Record shortcut' : 'Change'}
          </Button>
        </>
      )}
    </Row>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
