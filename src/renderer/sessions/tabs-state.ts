import { atom } from 'jotai';
import type { SessionSummary } from '../../shared/session';
import { sessionsAtom, settingsAtom } from '../base/app-state';
import { byFolder, type FolderGroup, fitAsTabs } from './tab-order';

/** How wide the window is, in the unit of the type; wide until it has been measured. */
const windowRemAtom = atom(Number.POSITIVE_INFINITY);
windowRemAtom.onMount = (set) => {
  const measure = (): void => set(window.innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  measure();
  window.addEventListener('resize', measure);
  return () => window.removeEventListener('resize', measure);
};

/** Sessions stand in a list when a person wants that, or when there are more than fit as tabs. */
export const asListAtom = atom((get) => {
  const count = get(sessionsAtom)?.sessions.length ?? 0;
  return count > 0 && (get(settingsAtom)?.sessionsAsList === true || !fitAsTabs(count, get(windowRemAtom)));
});

/** Null while they are tabs. */
const folderGroupsAtom = atom<readonly FolderGroup[] | null>((get) =>
  get(asListAtom) ? byFolder(get(sessionsAtom)?.sessions ?? []) : null,
);

/** In the order in which they are seen. */
export const sessionsShownAtom = atom<readonly SessionSummary[]>(
  (get) => get(folderGroupsAtom)?.flatMap(({ sessions }) => sessions) ?? get(sessionsAtom)?.sessions ?? [],
);

/** What became of a tab that was moved, for those who don't see it. */
export const tabNewsAtom = atom('');
