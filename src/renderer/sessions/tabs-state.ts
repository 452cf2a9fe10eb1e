import { atom } from 'jotai';
import type { SessionSummary } from '../../shared/session';
import { sessionsAtom, settingsAtom } from '../base/app-state';
import { type FolderGroup, fitAsTabs, groupByFolder } from './tab-order';

/** The width of the window in rem; infinite until it is measured. */
const windowRemAtom = atom(Number.POSITIVE_INFINITY);
windowRemAtom.onMount = (set) => {
  const measure = (): void => set(window.innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  measure();
  window.addEventListener('resize', measure);
  return () => window.removeEventListener('resize', measure);
};

/** Whether sessions are shown as a list: if the person wants that, or if there are too many for tabs. */
export const asListAtom = atom((get) => {
  const count = get(sessionsAtom)?.sessions.length ?? 0;
  return count > 0 && (get(settingsAtom)?.sessionsAsList === true || !fitAsTabs(count, get(windowRemAtom)));
});

/** Null while the sessions are shown as tabs. */
const folderGroupsAtom = atom<readonly FolderGroup[] | null>((get) =>
  get(asListAtom) ? groupByFolder(get(sessionsAtom)?.sessions ?? []) : null,
);

/** The sessions in the order on screen. */
export const sessionsShownAtom = atom<readonly SessionSummary[]>(
  (get) => get(folderGroupsAtom)?.flatMap(({ sessions }) => sessions) ?? get(sessionsAtom)?.sessions ?? [],
);

/** Announces a moved tab to screen readers. */
export const tabAnnouncementAtom = atom('');
