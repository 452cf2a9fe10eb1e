import { createContext, type ReactNode, useContext, useState } from 'react';
import styles from './folds.module.css';

/** What the person opened or closed. It outlives the rows, which unmount as the person scrolls. */
export const FoldsContext = createContext<Map<string, boolean>>(new Map());

/** Whether the surrounding entry is the current search hit. Then all of it is open. */
export const RevealedContext = createContext(false);

export function useFold(key: string, initial = false): readonly [open: boolean, set: (open: boolean) => void] {
  const folds = useContext(FoldsContext);
  const revealed = useContext(RevealedContext);
  const [open, setOpen] = useState(folds.get(key) ?? initial);
  const set = (value: boolean): void => {
    folds.set(key, value);
    setOpen(value);
  };
  return [open || revealed, set];
}

interface FoldProps {
  /** Unique in the session. */
  readonly id: string;
  readonly summary: ReactNode;
  readonly initial?: boolean;
  readonly className?: string | undefined;
  /** Rendered only while open. */
  readonly children: ReactNode;
}

/** A section that the person can open and close. */
export function Fold({ id, summary, initial = false, className = styles.fold, children }: FoldProps) {
  const [open, setOpen] = useFold(id, initial);
  return (
    <details className={className} open={open} onToggle={(event) => event.currentTarget.open !== open && setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}

/** Which subagent calls are open, and how to open one. */
export interface SubagentFolds {
  readonly open: ReadonlySet<string>;
  /** Returns how many of its steps are known. */
  readonly count: (toolUseId: string) => number;
  readonly toggle: (toolUseId: string) => void;
}

export const SubagentsContext = createContext<SubagentFolds>({ open: new Set(), count: () => 0, toggle: () => undefined });
