import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { folderName } from '../../shared/session-words';

/** Sessions that work in one folder. */
export interface FolderGroup {
  readonly folder: string;
  readonly name: string;
  readonly sessions: readonly SessionSummary[];
}

/** In the order in which the folders first appear. The demo agent's sessions, each in a folder of its own, are one group. */
export function byFolder(sessions: readonly SessionSummary[]): FolderGroup[] {
  const groups = Map.groupBy(sessions, ({ folder, demo }) => (demo ? '' : folder));
  return [...groups].map(([folder, members]) => ({ folder, name: folder === '' ? 'Demo agent' : folderName(folder), sessions: members }));
}

/** The narrowest tab that still shows the start of its title, and what stands beside the tabs, in rem. */
const tabRem = 8;
const besideRem = 9;

/** Whether so many tabs can be read side by side. */
export const fitAsTabs = (count: number, windowRem: number): boolean => count * tabRem + besideRem <= windowRem;

/** One taken out and put in at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The order after a step to either side; null where there is nowhere to go. In a list a session stays with its folder. */
export function steppedOrder(sessions: readonly SessionSummary[], id: SessionId, by: 1 | -1, asList: boolean): SessionId[] | null {
  const from = sessions.findIndex((session) => session.id === id);
  const to = from + by;
  const [session, neighbour] = [sessions[from], sessions[to]];
  if (!session || !neighbour) return null;
  if (asList && !byFolder([session, neighbour]).some((group) => group.sessions.length === 2)) return null;
  return moved(sessions, from, to).map((one) => one.id);
}

/** Where what is dragged belongs among the others, by their middles. */
export const placeAt = (middles: readonly number[], position: number): number => middles.filter((middle) => middle < position).length;
