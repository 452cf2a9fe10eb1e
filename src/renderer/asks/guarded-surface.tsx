import { useAtomValue } from 'jotai';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { Button, type ButtonProps } from '../ui/button';
import { inertMs } from './dialog-guard';
import { afterFirstFrame } from './first-frame';
import { pressGuardAtom } from './press-guard';
import { isEditable } from './typing';

const InertContext = createContext(false);

/** Whether the buttons here have only just appeared. */
export const useInert = (): boolean => useContext(InertContext);

interface GuardedSurfaceProps {
  /** When the contents changed. New buttons can't be pressed until they have been in view for a moment. */
  readonly changedAt: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A surface with deciding buttons. It ignores presses that were meant for something else. */
export function GuardedSurface({ changedAt, className, children }: GuardedSurfaceProps) {
  const [typedAt, setTypedAt] = useState(0);
  const armedAt = useArmedAt(Math.max(changedAt, typedAt));
  const inert = armedAt === null;
  const guard = useAtomValue(pressGuardAtom);
  const onClick = (event: MouseEvent): void => {
    // Choices can be changed again, so they are not guarded: radio buttons, checkboxes and buttons that set several of those.
    if (!(event.target instanceof Element) || !event.target.closest('button:not([data-choice])')) return;
    // The second press of a double click was meant for the ask that the first one answered.
    // A busy page gets the event late, so the time of the press counts.
    const isEarly = armedAt === null || guard.startOf(event) < armedAt;
    if (!isEarly && !guard.isFocusing(event) && event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A held key was pressed for what was there before.
  const onKey = (event: KeyboardEvent): void => {
    // A letter on a button comes from a person who has not stopped typing.
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

/** Returns the time from which presses count, a moment after the first frame with the change; null before that. */
function useArmedAt(change: number): number | null {
  const [armed, setArmed] = useState<{ readonly change: number; readonly at: number } | null>(null);
  useLayoutEffect(() => {
    let timer: number | undefined;
    const cancel = afterFirstFrame((shownAt) => {
      timer = window.setTimeout(() => setArmed({ change, at: shownAt + inertMs }), inertMs);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [change]);
  return armed?.change === change ? armed.at : null;
}

interface ActionButtonProps extends ButtonProps {
  /** Pressing it can do harm, so Enter alone does not press it. */
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
