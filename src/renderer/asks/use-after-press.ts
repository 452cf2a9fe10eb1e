import { useEffect, useRef } from 'react';

/** Returns a function that runs something at once, or, while a pointer is pressed, after the click that the press becomes. */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  const delayed = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = (): void => {
      isPressed.current = true;
    };
    const release = (): void => {
      isPressed.current = false;
      // The click follows the release.
      setTimeout(() => {
        for (const run of delayed.current.splice(0)) run();
      });
    };
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }, []);
  return (run) => {
    if (isPressed.current) delayed.current.push(run);
    else run();
  };
}
