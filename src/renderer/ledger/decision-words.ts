import type { DecisionEntry } from '../../shared/ledger';
import { surfaceWords } from '../../shared/surface-words';

interface Words {
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
}

/** Returns the label of a decision and its colour. */
export function decisionWords({ decision, kind, edited }: Pick<DecisionEntry, 'decision' | 'kind' | 'edited'>): Words {
  switch (decision) {
    case 'allow':
      return { text: kind === 'plan' ? 'Approved' : edited ? 'Allowed, changed' : 'Allowed', look: 'good' };
    case 'deny':
      return { text: kind === 'plan' ? 'Kept planning' : kind === 'form' ? 'Declined' : 'Denied', look: 'bad' };
    case 'answers':
      return { text: 'Answered', look: 'good' };
    case 'submit':
      return { text: 'Submitted', look: 'good' };
    case 'cancel':
      return { text: 'Closed', look: 'plain' };
    case 'withdrawn':
      return { text: 'Withdrawn', look: 'plain' };
    case 'not-made':
      return { text: 'Not made', look: 'plain' };
    case 'may-have-run':
      return { text: 'May have run', look: 'plain' };
    default:
      return { text: decision, look: 'plain' };
  }
}

const surfaces = new Map<string, string>(Object.entries(surfaceWords));

/** Returns who decided and why; empty if nobody did. */
export function byWords({ surface, reason }: Pick<DecisionEntry, 'surface' | 'reason'>): string[] {
  const where = surfaces.get(surface);
  if (reason === null) return where === undefined ? [] : [where];
  if (surface === 'rule') return [`by ${reason}`];
  // A person's reason is quoted. The reason of a mode or a timeout is our own text.
  const why = surface === 'mode' || surface === 'timeout' ? reason : `“${reason}”`;
  return where === undefined ? [why] : [where, why];
}
