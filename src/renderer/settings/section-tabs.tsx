import type { KeyboardEvent } from 'react';
import { type SettingsSection, sections } from '../base/settings-section';
import styles from './settings.module.css';

export const panelId = 'settings-panel';
export const tabId = (section: SettingsSection): string => `settings-tab-${section}`;

interface SectionTabsProps {
  readonly section: SettingsSection;
  readonly onChange: (section: SettingsSection) => void;
}

/** The list of sections as vertical tabs with arrow-key navigation. */
export function SectionTabs({ section, onChange }: SectionTabsProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = sectionAfter(event.key, section);
    if (!next) return;
    event.preventDefault();
    onChange(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div role="tablist" aria-label="Sections" aria-orientation="vertical" className={styles.tabs} onKeyDown={onKeyDown}>
      {sections.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === section}
          aria-controls={panelId}
          tabIndex={id === section ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Returns the section that a key moves to, wrapping around, or null for any other key. */
function sectionAfter(key: string, section: SettingsSection): SettingsSection | null {
  const at = sections.findIndex(({ id }) => id === section);
  switch (key) {
    case 'ArrowDown':
      return sections[(at + 1) % sections.length]?.id ?? null;
    case 'ArrowUp':
      return sections.at(at - 1)?.id ?? null;
    case 'Home':
      return sections[0].id;
    case 'End':
      return sections.at(-1)?.id ?? null;
    default:
      return null;
  }
}
