import { randomUUID } from 'node:crypto';
import { SessionId } from '../../shared/ids';
import type { StoredSession } from './stored-session';

type Chosen = Pick<StoredSession, 'title' | 'folder' | 'demo' | 'trusted' | 'model' | 'mode' | 'conversation'>;

const noMessages = { opening: null, queued: null, offered: null } as const satisfies Partial<StoredSession>;

export const newSessionId = (): SessionId => SessionId.parse(randomUUID());

/** The record of a session that is just made. */
export const newRecord = (id: SessionId, chosen: Chosen): StoredSession => ({
  ...noMessages,
  id,
  named: false,
  interactive: true,
  permissions: { lasting: 'ask', allUntil: null },
  ...chosen,
});

/** The record of a session that branches off from another at its present state. */
export const forkRecord = (id: SessionId, { title, permissions, conversation, ...record }: StoredSession): StoredSession => ({
  ...record,
  ...noMessages,
  id,
  title: `${title} (fork)`,
  permissions: { ...permissions, allUntil: null },
  conversation: conversation.state === 'kept' ? { state: 'fork', from: conversation.id } : conversation,
});
