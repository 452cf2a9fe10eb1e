import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { sessionStateWords } from '../../shared/session-words';
import { counted } from '../ui/amounts';
import { clockLeft, useTimeLeft } from '../ui/time-left';
import { StateMark } from './state-mark';
import styles from './tab-strip.module.css';

export const tabId = (id: SessionId): string => `tab-${id}`;
export const panelId = (id: SessionId): string => `panel-${id}`;
/** Where the tab's close button finds its place: beside the tab in the page, because nothing may be inside a tab. */
export const tabAnchor = (id: SessionId): string => `--tab-${id.replaceAll(/[^\w-]/g, '_')}`;

export interface TabProps {
  readonly session: SessionSummary;
  readonly selected: boolean;
  readonly dragged: boolean;
  /** The pointer is over it or over its close button. */
  readonly pointed: boolean;
  /** In a list there is room for the state in words. */
  readonly roomy: boolean;
  readonly onSelect: () => void;
  readonly onClose: () => void;
  readonly onRename: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPoint: (over: boolean) => void;
}

export function Tab(props: TabProps) {
  const { session, selected, dragged, pointed, roomy, onSelect, onClose, onRename, onKeyDown, onPointerDown, onPoint } = props;
  const { id, title, folder, state, waiting, unread, permissions } = session;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!selected) return;
    // It lays the page out, and what the person went to is more urgent: mostly they see the tab already.
    const idle = requestIdleCallback(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    return () => cancelIdleCallback(idle);
  }, [selected]);
  const timeLeft = useTimeLeft(permissions.mode === 'all' ? permissions.until : null);
  const words = tabWords(session, timeLeft);
  return (
    <div
      ref={element}
      id={tabId(id)}
      role="tab"
      aria-label={`${title}, ${words}`}
      aria-selected={selected}
      aria-controls={selected ? panelId(id) : undefined}
      tabIndex={selected ? 0 : -1}
      title={`${title}: ${words}\n${folder}`}
      className={styles.tab}
      data-unread={unread || undefined}
      data-dragged={dragged || undefined}
      data-pointed={pointed || undefined}
      style={{ anchorName: tabAnchor(id) }}
      // Pointing at a tab leaves the focus to the composer it brings up; the keyboard keeps it here.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={onPointerDown}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onClick={onSelect}
      onDoubleClick={onRename}
      onAuxClick={(event) => event.button === 1 && onClose()}
      onKeyDown={onKeyDown}
    >
      <StateMark state={state} />
      <span className={styles.title}>
        {title}
        {/* This and what follows is drawn by the style sheet: the tab's name already says it, in words. */}
        {roomy && <span className={styles.words} data-state={state} data-text={sessionStateWords[state]} />}
      </span>
      {timeLeft !== null && <span className={`${styles.all} tabular`} data-text={`all ${clockLeft(timeLeft)}`} />}
      {waiting > 0 && <span className={styles.count} data-text={waiting} />}
      {unread && waiting === 0 && <span className={styles.unread} />}
    </div>
  );
}

/** In whole minutes: a name that changes every second is no name. */
const minutesLeft = (ms: number): string => counted(Math.max(1, Math.ceil(ms / 60_000)), 'minute');

type Told = Pick<SessionSummary, 'state' | 'waiting' | 'unread' | 'permissions'>;

/** All that a tab shows, in words: its state first, as scripts and screen readers rely on it. */
export function tabWords({ state, waiting, unread, permissions }: Told, timeLeft: number | null): string {
  return [
    sessionStateWords[state],
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(unread ? ['unread'] : []),
    ...(permissions.mode === 'all' && timeLeft !== null ? [`approves all for ${minutesLeft(timeLeft)}`] : []),
  ].join(', ');
}
