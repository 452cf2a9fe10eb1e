import { useAtomValue } from 'jotai';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { Button, type ButtonProps } from '../ui/button';
import { inertMs } from './dialog-guard';
import { pressGuardAtom } from './press-guard';
import { isEditable } from './typing';

const InertContext = createContext(false);

/** Whether what can be pressed here has only just appeared. */
export const useInert = (): boolean => useContext(InertContext);

interface GuardedSurfaceProps {
  /** When what is on it appeared. */
  readonly since: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A place with buttons that decide. None of them is pressed by a press that was meant for something else. */
export function GuardedSurface({ since, className, children }: GuardedSurfaceProps) {
  const [typedAt, setTypedAt] = useState(0);
  const inert = useJustAppeared(Math.max(since, typedAt));
  const guard = useAtomValue(pressGuardAtom);
  const onClick = (event: MouseEvent): void => {
    // What is chosen or opened can be changed again; only buttons decide.
    if (!(event.target instanceof Element) || !event.target.closest('button')) return;
    // The second press of a double click was meant for what the first one answered.
    if (!inert && !guard.isFocusing(event) && event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A key that is held down was pressed for what was there before.
  const onKey = (event: KeyboardEvent): void => {
    // Letters on a button are somebody who goes on writing.
    if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditable(event.target))
      setTypedAt(Date.now());
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLButtonElement) event.preventDefault();
  };
  return (
    <InertContext value={inert}>
      <div className={className} onClickCapture={onClick} onKeyDownCapture={onKey}>
        {children}
      </div>
    </InertContext>
  );
}

function useJustAppeared(since: number): boolean {
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(since), Math.max(0, since + inertMs - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return settled !== since;
}

interface ActionButtonProps extends ButtonProps {
  /** It lets something happen that deserves a second look, so Enter alone does not do it. */
  readonly needsThought?: boolean;
}

/** A button that decides. */
export function ActionButton({ busy = false, needsThought = false, ...rest }: ActionButtonProps) {
  const inert = useInert();
  return (
    <Button
      {...rest}
      busy={inert || busy}
      onKeyDown={(event) => {
        if (needsThought && event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
