import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { folderName } from '../../shared/session-words';

/** The sessions of one folder. */
export interface FolderGroup {
  readonly folder: string;
  readonly name: string;
  readonly sessions: readonly SessionSummary[];
}

/** Groups sessions by folder, in order of first appearance. The demo agent's sessions are one group, though each has its own folder. */
export function groupByFolder(sessions: readonly SessionSummary[]): FolderGroup[] {
  const groups = Map.groupBy(sessions, ({ folder, demo }) => (demo ? '' : folder));
  return [...groups].map(([folder, members]) => ({ folder, name: folder === '' ? 'Demo agent' : folderName(folder), sessions: members }));
}

/** The narrowest tab that shows the start of its title, and the space beside the tabs, in rem. */
const tabRem = 8;
const besideRem = 9;

/** Whether this many tabs are readable side by side. */
export const fitAsTabs = (count: number, windowRem: number): boolean => count * tabRem + besideRem <= windowRem;

/** Moves one element to another index. */
export function moveElement<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** Returns the order after moving a session by one position, or null at the end. In a list a session stays in its folder. */
export function steppedOrder(sessions: readonly SessionSummary[], id: SessionId, by: 1 | -1, asList: boolean): SessionId[] | null {
  const from = sessions.findIndex((session) => session.id === id);
  const to = from + by;
  const [session, neighbour] = [sessions[from], sessions[to]];
  if (!session || !neighbour) return null;
  if (asList && !groupByFolder([session, neighbour]).some((group) => group.sessions.length === 2)) return null;
  return moveElement(sessions, from, to).map((one) => one.id);
}

/** Returns the index of a dragged tab among the others, by their middles. */
export const indexAt = (middles: readonly number[], position: number): number => middles.filter((middle) => middle < position).length;
