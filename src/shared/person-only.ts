import type { Ask } from './ask';
import type { RiskKind, RiskMark } from './risk';

/** The marks that a rule may allow. A call that destroys, touches secrets or can't be understood needs a person each time. */
export const rulable: ReadonlySet<RiskKind> = new Set<RiskKind>(['network', 'outside']);

/** Whether no rule may ever allow a call with these marks. */
export const isForPeople = (marks: readonly RiskMark[]): boolean => marks.some(({ kind }) => !rulable.has(kind));

/** Whether a person must answer each time, so that no permission mode and no rule of ours may allow it. */
export const mustAsk = ({ askedBy, defaultToNo }: Pick<Ask, 'askedBy' | 'defaultToNo'>): boolean => askedBy !== null || defaultToNo;

/** Whether no rule can be made for it. */
export const allowsNoRule = (ask: Pick<Ask, 'marks' | 'askedBy' | 'defaultToNo'>): boolean => isForPeople(ask.marks) || mustAsk(ask);
