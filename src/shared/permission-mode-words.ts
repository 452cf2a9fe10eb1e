import type { PermissionMode } from './session';

interface ModeName {
  readonly name: string;
  /** Its name in the menu bar. */
  readonly menuLabel: string;
}

/** The names of the permission modes, the strictest mode first. Apart from session.ts, so that the window does not load zod for them. */
export const permissionModeNames: Readonly<Record<PermissionMode, ModeName>> = {
  ask: { name: 'Ask for each permission', menuLabel: 'Ask for Each Permission' },
  safe: { name: 'Auto-approve safe operations', menuLabel: 'Auto-Approve Safe Operations' },
  all: { name: 'Auto-approve all', menuLabel: 'Auto-Approve All' },
};
