import { createContext, type ReactNode, useContext, useState } from 'react';
import styles from './folds.module.css';

/** What was opened or closed by hand. It outlives the rows, which come and go as the person scrolls. */
export const FoldsContext = createContext<Map<string, boolean>>(new Map());

/** Whether the entry around is where something was found, so that nothing of it may stay closed. */
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
  /** Names it among all of the session's. */
  readonly id: string;
  readonly summary: ReactNode;
  readonly initial?: boolean;
  readonly className?: string | undefined;
  /** Drawn only while it is open. */
  readonly children: ReactNode;
}

/** Something to open. */
export function Fold({ id, summary, initial = false, className = styles.fold, children }: FoldProps) {
  const [open, setOpen] = useFold(id, initial);
  return (
    <details className={className} open={open} onToggle={(event) => event.currentTarget.open !== open && setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}

/** How a subagent's call shows what it did. */
export interface SubagentFolds {
  readonly open: ReadonlySet<string>;
  /** How many of its items are known. */
  readonly count: (toolUseId: string) => number;
  readonly toggle: (toolUseId: string) => void;
}

export const SubagentsContext = createContext<SubagentFolds>({ open: new Set(), count: () => 0, toggle: () => undefined });
