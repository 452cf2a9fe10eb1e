import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { sessionStateWords } from '../../shared/session-words';
import { StateMark } from './state-mark';
import styles from './tab-strip.module.css';

export const tabId = (id: SessionId): string => `tab-${id}`;
export const panelId = (id: SessionId): string => `panel-${id}`;
/** Where the tab's close button finds its place: beside the tab in the page, because nothing may be inside a tab. */
export const tabAnchor = (id: SessionId): string => `--tab-${id.replaceAll(/[^\w-]/g, '_')}`;

export interface TabProps {
  readonly session: SessionSummary;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly onClose: () => void;
  readonly onRename: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function Tab({ session, selected, onSelect, onClose, onRename, onKeyDown }: TabProps) {
  const { id, title, folder, state, waiting } = session;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const words = [sessionStateWords[state], ...(waiting > 0 ? [`${waiting} waiting`] : [])].join(', ');
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
      style={{ anchorName: tabAnchor(id) }}
      // Pointing at a tab leaves the focus to the composer it brings up; the keyboard keeps it here.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
      onDoubleClick={onRename}
      onAuxClick={(event) => event.button === 1 && onClose()}
      onKeyDown={onKeyDown}
    >
      <StateMark state={state} />
      <span className={styles.title}>{title}</span>
      {waiting > 0 && (
        // Drawn by the style sheet: the tab's name already says it, in words.
        <span className={styles.count} data-count={waiting} />
      )}
    </div>
  );
}
