import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  newSession(): void;
  quit(): void;
  settings(): void;
  openLogs(): void;
  copyDiagnostics(): void;
}

/** The application menu, as data. */
export function menuTemplate(
  actions: MenuActions,
  { mac, development }: { mac: boolean; development: boolean },
): MenuItemConstructorOptions[] {
  return [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New Session…', accelerator: 'CmdOrCtrl+N', click: actions.newSession },
        { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: actions.settings },
        { type: 'separator' },
        mac ? { role: 'close' } : { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: actions.quit },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(development ? [{ type: 'separator' as const }, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Open Logs', click: actions.openLogs },
        { label: 'Copy Diagnostics', click: actions.copyDiagnostics },
      ],
    },
  ];
}
