import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import type { SessionId } from '../../shared/ids';
import { isMacAtom, newSessionOpenAtom, renamingAtom, sessionsAtom } from '../app-state';
import { host } from '../host';
import { Tab, tabAnchor, tabId } from './tab';
import styles from './tab-strip.module.css';

/** One tab for each session. With none, the strip only says where they will be. */
export function TabStrip() {
  const list = useAtomValue(sessionsAtom);
  const sessions = list?.sessions ?? [];
  const mac = useAtomValue(isMacAtom);
  const openNewSession = useSetAtom(newSessionOpenAtom);
  const rename = useSetAtom(renamingAtom);
  const activate = (id: SessionId | undefined): void => {
    if (id && id !== list?.active) void host.request('sessions.activate', { id });
  };
  const startRename = (id: SessionId): void => {
    activate(id);
    rename(id);
  };
  const close = (id: SessionId): void => void host.request('sessions.close', { id });

  const onShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const modifier = mac ? event.metaKey : event.ctrlKey;
    if (!modifier || event.altKey || event.shiftKey || !/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    activate(sessions[Number(event.key) - 1]?.id);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => onShortcut(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const onKey = (event: KeyboardEvent, at: number): void => {
    const id = sessions[at]?.id;
    if (!id) return;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + sessions.length, Home: 0, End: sessions.length - 1 }[event.key];
    if (next !== undefined) {
      const target = sessions[next % sessions.length]?.id;
      if (target) document.getElementById(tabId(target))?.focus();
      activate(target);
    } else if (event.key === 'F2') startRename(id);
    else if (event.key === 'Delete') close(id);
    else if (event.key === 'Enter' || event.key === ' ') activate(id);
    else return;
    event.preventDefault();
  };

  return (
    <header className={styles.strip}>
      <div className={styles.brand} aria-hidden="true">
        Signalbox
      </div>
      <div role="tablist" aria-label="Sessions" className={styles.tabs}>
        {sessions.map((session, at) => (
          <Tab
            key={session.id}
            session={session}
            selected={session.id === list?.active}
            onSelect={() => activate(session.id)}
            onClose={() => close(session.id)}
            onRename={() => startRename(session.id)}
            onKeyDown={(event) => onKey(event, at)}
          />
        ))}
      </div>
      {sessions.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-label={`Close ${title}`}
          title={`Close ${title}`}
          className={`${styles.close} ${id === list?.active ? styles.closeActive : ''}`}
          style={{ positionAnchor: tabAnchor(id) }}
          tabIndex={id === list?.active ? 0 : -1}
          onClick={() => close(id)}
        >
          ×
        </button>
      ))}
      {sessions.length > 0 && (
        <button
          type="button"
          aria-label="New session"
          aria-keyshortcuts={mac ? 'Meta+N' : 'Control+N'}
          title={`New session (${mac ? '⌘' : 'Ctrl '}N)`}
          className={styles.add}
          onClick={() => openNewSession(true)}
        >
          +
        </button>
      )}
    </header>
  );
}
