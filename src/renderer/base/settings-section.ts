/** The sections of Settings, in order. */
export const sections = [
  { id: 'general', title: 'General' },
  { id: 'claude', title: 'Claude' },
  { id: 'rules', title: 'Permission rules' },
  { id: 'tools', title: 'Tools' },
  { id: 'timeouts', title: 'Timeouts' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'shortcuts', title: 'Shortcuts' },
  { id: 'data', title: 'Data' },
] as const;

export type SettingsSection = (typeof sections)[number]['id'];
