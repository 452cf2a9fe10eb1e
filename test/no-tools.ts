import type { ToolDependencies } from '../src/main/sessions/session-dependencies';

/** For sessions whose runs call none of our tools. */
export const noTools: ToolDependencies = {
  source: { toolsFor: () => [], prepare: async () => undefined, onChange: () => () => undefined },
  approvals: { take: () => null, remember: () => undefined, clearSession: () => undefined },
  clients: { isAvailable: true },
  version: '0.0.0',
};
