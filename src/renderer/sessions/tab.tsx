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
/** The CSS anchor of the tab's close button, which is beside the tab in the DOM because a tab must not contain a button. */
export const tabAnchor = (id: SessionId): string => `--tab-${id.replaceAll(/[^\w-]/g, '_')}`;

export interface TabProps {
  readonly session: SessionSummary;
  readonly selected: boolean;
  readonly dragged: boolean;
  /** The pointer is over the tab or its close button. */
  readonly pointed: boolean;
  /** There is room for the state in words, as in a list. */
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
    // Deferred, because it forces a layout, and the tab is usually visible already.
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
      // A click leaves the focus free for the composer that appears; the keyboard keeps it here.
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
        {/* The style sheet draws this and the rest: the tab's accessible name already contains it. */}
        {roomy && <span className={styles.words} data-state={state} data-text={sessionStateWords[state]} />}
      </span>
      {timeLeft !== null && <span className={`${styles.all} tabular`} data-text={`all ${clockLeft(timeLeft)}`} />}
      {waiting > 0 && <span className={styles.count} data-text={waiting} />}
      {unread && waiting === 0 && <span className={styles.unread} />}
    </div>
  );
}

/** In whole minutes, because an accessible name must not change every second. */
const minutesLeft = (ms: number): string => counted(Math.max(1, Math.ceil(ms / 60_000)), 'minute');

type Told = Pick<SessionSummary, 'state' | 'waiting' | 'unread' | 'permissions'>;

/** Everything that a tab shows, in words. The state comes first, because scripts and screen readers rely on it. */
export function tabWords({ state, waiting, unread, permissions }: Told, timeLeft: number | null): string {
  return [
    sessionStateWords[state],
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(unread ? ['unread'] : []),
    ...(permissions.mode === 'all' && timeLeft !== null ? [`approves all for ${minutesLeft(timeLeft)}`] : []),
  ].join(', ');
}
