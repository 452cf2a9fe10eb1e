import { useAtomValue, useSetAtom } from 'jotai';
import { assertNever } from '../../shared/assert';
import type { Settings } from '../../shared/settings';
import { settingsAtom, settingsOpenAtom } from '../base/app-state';
import { type SettingsSection, sections } from '../base/settings-section';
import { Dialog } from '../ui/dialog';
import { PartBoundary } from '../ui/part-boundary';
import { ClaudeSection } from './claude-section';
import { DataSection } from './data-section';
import { GeneralSection } from './general-section';
import { NotificationsSection } from './notifications-section';
import { RulesSection } from './rules-section';
import { panelId, SectionTabs, tabId } from './section-tabs';
import styles from './settings.module.css';
import { ShortcutRecorder } from './shortcut-recorder';
import { TimeoutsSection } from './timeouts-section';
import { ToolsSection } from './tools-section';

/** The Settings dialog. Every control saves at once. */
export function SettingsDialog({ section }: { readonly section: SettingsSection }) {
  const setOpen = useSetAtom(settingsOpenAtom);
  const settings = useAtomValue(settingsAtom);
  return (
    <Dialog title="Settings" wide onClose={() => setOpen(null)}>
      <div className={styles.frame}>
        <SectionTabs section={section} onChange={setOpen} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus is what lets the keyboard scroll it */}
        <div key={section} role="tabpanel" id={panelId} aria-labelledby={tabId(section)} tabIndex={0} className={styles.panel}>
          <h2 className={styles.heading}>{sections.find(({ id }) => id === section)?.title}</h2>
          <PartBoundary name="This page">{settings && <Contents section={section} settings={settings} />}</PartBoundary>
        </div>
      </div>
    </Dialog>
  );
}

function Contents({ section, settings }: { readonly section: SettingsSection; readonly settings: Settings }) {
  switch (section) {
    case 'general':
      return <GeneralSection settings={settings} />;
    case 'claude':
      return <ClaudeSection settings={settings} />;
    case 'rules':
      return <RulesSection />;
    case 'tools':
      return <ToolsSection />;
    case 'timeouts':
      return <TimeoutsSection settings={settings} />;
    case 'notifications':
      return <NotificationsSection settings={settings} />;
    case 'shortcuts':
      return <ShortcutRecorder shortcut={settings.globalShortcut} />;
    case 'data':
      return <DataSection />;
    default:
      return assertNever(section);
  }
}
