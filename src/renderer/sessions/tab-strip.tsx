import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { shortcutOf } from '../../shared/action';
import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { InboxButton } from '../asks/inbox-button';
import { activate } from '../base/activate-session';
import { isMacAtom, newSessionOpenAtom, renamingAtom, sessionsAtom } from '../base/app-state';
import { host } from '../base/host';
import { ariaKeys, keyText } from '../base/shortcut';
import { attempt } from '../toasts/show-toast';
import { closeSession } from './close-session';
import { moveSession } from './move-session';
import { Tab, type TabProps, tabAnchor, tabId } from './tab';
import { useTabDrag } from './tab-drag';
import { groupByFolder } from './tab-order';
import styles from './tab-strip.module.css';
import { asListAtom, sessionsShownAtom, tabAnnouncementAtom } from './tabs-state';

/** A tab for each session, or a list grouped by folder if the tabs don't fit. */
export function TabStrip() {
  const store = useStore();
  const active = useAtomValue(sessionsAtom)?.active ?? null;
  const shown = useAtomValue(sessionsShownAtom);
  const asList = useAtomValue(asListAtom);
  const announcement = useAtomValue(tabAnnouncementAtom);
  const mac = useAtomValue(isMacAtom);
  const drag = useTabDrag(
    shown.map(({ id }) => id),
    asList,
    (ids) => attempt(store, () => host.request('sessions.reorder', { ids: [...ids] })),
  );
  const dragOrder = drag.order;
  const sessions = dragOrder ? shown.toSorted((one, other) => dragOrder.indexOf(one.id) - dragOrder.indexOf(other.id)) : shown;

  // A tab and its close button are siblings in the DOM, so CSS alone can't show the button while the tab is hovered.
  const [pointed, setPointed] = useState<SessionId | null>(null);
  const point = (id: SessionId, over: boolean): void => setPointed((before) => (over ? id : before === id ? null : before));
  const select = (id: SessionId): void => void attempt(store, () => activate(store, id));
  const close = (session: SessionSummary): void => void attempt(store, () => closeSession(store, session));
  const rename = (id: SessionId): void => {
    select(id);
    store.set(renamingAtom, id);
  };
  const keepFocus = useFocusAfterMove(shown.map(({ id }) => id).join(' '));
  const onKey = (event: KeyboardEvent, at: number): void => {
    const session = sessions[at];
    if (!session || event.ctrlKey || event.metaKey) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.altKey && (step === 1 || step === -1)) {
      keepFocus(session.id);
      void attempt(store, () => moveSession(store, step, session.id));
    } else if (step !== undefined || event.key === 'Home' || event.key === 'End') {
      const next = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : (at + (step ?? 0)) % sessions.length;
      const target = sessions.at(next)?.id;
      if (!target) return;
      document.getElementById(tabId(target))?.focus();
      select(target);
    } else if (event.key === 'F2') rename(session.id);
    else if (event.key === 'Delete') close(session);
    else if (event.key === 'Enter' || event.key === ' ') select(session.id);
    else return;
    event.preventDefault();
  };

  const tab = (session: SessionSummary) => (
    <Tab
      key={session.id}
      session={session}
      selected={session.id === active}
      dragged={session.id === drag.dragged}
      pointed={session.id === pointed}
      roomy={asList}
      onSelect={() => select(session.id)}
      onClose={() => close(session)}
      onRename={() => rename(session.id)}
      onKeyDown={(event) => onKey(event, sessions.indexOf(session))}
      onPointerDown={(event) => drag.start(session.id, event)}
      onPoint={(over) => point(session.id, over)}
    />
  );
  return (
    <header className={`${styles.strip} ${asList ? styles.list : ''}`} data-mac={mac || undefined}>
      <div className={styles.brand} aria-hidden="true">
        Signalbox
      </div>
      <div role="tablist" aria-label="Sessions" aria-orientation={asList ? 'vertical' : 'horizontal'} className={styles.tabs}>
        {asList
          ? groupByFolder(sessions).map(({ folder, name, sessions: members }) => (
              <Fragment key={folder}>
                {/* Not for screen readers: nothing but tabs may be in here, and each says its folder. */}
                <div className={styles.folder} title={folder} aria-hidden="true">
                  {name}
                </div>
                {members.map(tab)}
              </Fragment>
            ))
          : sessions.map(tab)}
      </div>
      {sessions.map((session) => (
        <CloseButton
          key={session.id}
          session={session}
          selected={session.id === active}
          pointed={session.id === pointed}
          onPoint={(over) => point(session.id, over)}
          onClose={() => close(session)}
        />
      ))}
      {sessions.length > 0 && <NewSessionButton />}
      {sessions.length > 0 && <InboxButton />}
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </header>
  );
}

/** Returns a function that keeps the focus on a tab that is about to move, because an element that moves in the DOM loses it. */
function useFocusAfterMove(order: string): (id: SessionId) => void {
  const moving = useRef<SessionId | null>(null);
  const orderBefore = useRef(order);
  useLayoutEffect(() => {
    if (order === orderBefore.current) return;
    orderBefore.current = order;
    if (moving.current && document.activeElement === document.body) document.getElementById(tabId(moving.current))?.focus();
    moving.current = null;
  }, [order]);
  return (id) => {
    moving.current = id;
  };
}

function CloseButton({
  session,
  selected,
  pointed,
  onPoint,
  onClose,
}: Pick<TabProps, 'session' | 'selected' | 'pointed' | 'onPoint' | 'onClose'>) {
  return (
    <button
      type="button"
      aria-label={`Close ${session.title}`}
      title={`Close ${session.title}`}
      className={`${styles.close} ${selected || pointed ? styles.closeShown : ''}`}
      style={{ positionAnchor: tabAnchor(session.id) }}
      tabIndex={selected ? 0 : -1}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onClick={onClose}
    >
      ×
    </button>
  );
}

function NewSessionButton() {
  const setOpen = useSetAtom(newSessionOpenAtom);
  const mac = useAtomValue(isMacAtom);
  return (
    <button
      type="button"
      aria-label="New session"
      aria-keyshortcuts={ariaKeys(shortcutOf('new-session'), mac)}
      title={`New session (${keyText(shortcutOf('new-session'), mac)})`}
      className={styles.add}
      onClick={() => setOpen(true)}
    >
      +
    </button>
  );
}
