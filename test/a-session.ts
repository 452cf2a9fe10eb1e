import { SessionId } from '../src/shared/ids';
import type { SessionSummary } from '../src/shared/session';

/** A working session as the window gets it, with the given parts replaced. */
export function aSession(title: string, parts: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: SessionId.parse('session'),
    title,
    folder: '/project',
    state: 'working',
    unread: false,
    context: null,
    waiting: 0,
    model: null,
    mode: 'default',
    permissions: { mode: 'ask', until: null },
    trusted: true,
    interactive: true,
    demo: false,
    queued: null,
    offered: null,
    trouble: null,
    retry: null,
    tasks: [],
    items: 0,
    pid: 1,
    ...parts,
  };
}
