import type { ProgramSurface } from '../../shared/decision';
import { AppError } from '../../shared/errors';

/** What a caller may do: read; also answer what waits; also start, steer and open. Each role includes those before it. */
const roles = ['look', 'answer', 'everything'] as const;
export type Role = (typeof roles)[number];

/** Who sent a request, once that is known. */
export interface Caller {
  readonly role: Role;
  /** What the ledger says of a decision. */
  readonly surface: ProgramSurface;
}

export function assertMay({ role }: Caller, needed: Role): void {
  if (roles.indexOf(role) < roles.indexOf(needed)) throw new AppError('forbidden', 'This device may not do that.');
}
