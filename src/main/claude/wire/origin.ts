import { z } from 'zod';
import { escapeLine } from '../../../shared/invisible';
import type { MessageSender } from '../../../shared/transcript';
import { truncateLine } from '../../../shared/truncate';
import { maybe, text } from './fields';

/** Who a message is from, as newer versions say. Without it, a message is the person's. */
export const Origin = maybe(z.looseObject({ kind: z.string(), name: text, from: text, server: text, body: text, subkind: text }));
export type Origin = z.infer<typeof Origin>;

const longestName = 80;

/** Null for a person. The sender chooses its own name, so it is cut and its invisible characters are named. */
export function readSender(origin: Origin): MessageSender | null {
  if (!origin) return null;
  const { kind, name, from, server, subkind } = origin;
  switch (kind) {
    case 'human':
      return null;
    case 'peer':
      return toSender('session', name ?? from);
    case 'channel':
      return toSender('channel', server);
    case 'task-notification':
      return subkind === 'peer-send-message' ? toSender('session', null) : toSender('task', null);
    default:
      return toSender('other', kind);
  }
}

export const toSender = (kind: MessageSender['kind'], name: string | null | undefined): MessageSender => ({
  kind,
  name: name ? truncateLine(escapeLine(name).trim(), longestName) : null,
});
