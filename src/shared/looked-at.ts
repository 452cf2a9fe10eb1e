import type { RiskKind, RiskMark } from './risk';

/** The marks a rule may speak of. What destroys, reaches for secrets or can't be understood is looked at by a person each time. */
export const rulable: ReadonlySet<RiskKind> = new Set<RiskKind>(['network', 'outside']);

/** Whether no rule may ever allow a call with these marks. */
export const isForPeople = (marks: readonly RiskMark[]): boolean => marks.some(({ kind }) => !rulable.has(kind));
