import type { MenuItemConstructorOptions } from 'electron';
import { type ActionGroup, type ActionId, actions } from '../../shared/action';

/** Builds the application menu from the app's actions and the system's standard items. */
export function menuTemplate(
  run: (id: ActionId) => void,
  quit: () => void,
  { mac, development }: { mac: boolean; development: boolean },
): MenuItemConstructorOptions[] {
  const items = (group: ActionGroup): MenuItemConstructorOptions[] =>
    actions
      .filter((action) => action.group === group)
      .flatMap(({ id, label, shortcut, apart }) => [
        ...(apart ? [separator] : []),
        { id, label, click: () => run(id), ...(shortcut ? { accelerator: shortcut } : {}) },
      ]);
  // Ctrl+W closes a session, so the window needs another shortcut.
  const close: MenuItemConstructorOptions = { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' };
  return [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [...items('Sessions'), separator, close, ...(mac ? [] : [{ label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: quit }])],
    },
    { role: 'editMenu' },
    { label: '&Session', submenu: items('This session') },
    {
      label: '&View',
      submenu: [
        ...items('View'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(development ? [separator, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    {
      label: '&Window',
      role: 'window',
      submenu: [{ role: 'minimize' }, ...(mac ? [{ role: 'zoom' as const }, { role: 'front' as const }] : [])],
    },
    { role: 'help', submenu: items('Help') },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };
