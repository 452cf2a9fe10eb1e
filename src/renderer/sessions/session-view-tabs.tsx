import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, memo } from 'react';
import type { SessionId } from '../../shared/ids';
import { type SessionViewName, sessionViewAtom, showSessionViewAtom } from '../base/session-views';
import styles from './session-view-tabs.module.css';

const views: readonly { readonly name: SessionViewName; readonly label: string }[] = [
  { name: 'transcript', label: 'Conversation' },
  { name: 'terminal', label: 'Terminal' },
  { name: 'mcp', label: 'MCP servers' },
];

/** A command opens it, and its tab is there for as long as it is shown. */
const isOpened = (name: SessionViewName): boolean => name === 'mcp';

const viewTabId = (id: SessionId, name: SessionViewName): string => `view-tab-${name}-${id}`;
const viewPanelId = (id: SessionId, name: SessionViewName): string => `view-panel-${name}-${id}`;
/** Props that make an element the panel of a view. */
export const viewPanel = (id: SessionId, name: SessionViewName) =>
  ({ role: 'tabpanel', id: viewPanelId(id, name), 'aria-labelledby': viewTabId(id, name) }) as const;

/** The tabs to switch between the views of a session. */
export const SessionViewTabs = memo(function SessionViewTabs({ id }: { readonly id: SessionId }) {
  const shown = useAtomValue(sessionViewAtom)(id);
  const show = useSetAtom(showSessionViewAtom);
  const offered = views.filter(({ name }) => !isOpened(name) || name === shown);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const step = event.key === 'ArrowRight' ? 1 : -1;
    const at = offered.findIndex(({ name }) => name === shown);
    const other = offered.at((at + step) % offered.length)?.name ?? 'transcript';
    show(id, other);
    document.getElementById(viewTabId(id, other))?.focus();
  };
  return (
    <div role="tablist" aria-label="Session views" className={styles.views} onKeyDown={onKey}>
      {offered.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={viewTabId(id, name)}
          aria-selected={shown === name}
          aria-controls={shown === name ? viewPanelId(id, name) : undefined}
          tabIndex={shown === name ? 0 : -1}
          className={styles.view}
          // A click leaves the focus free for the view that appears; the keyboard keeps it here.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => show(id, name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
});
