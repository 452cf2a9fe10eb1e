export interface KeyHelp {
  readonly title: string;
  readonly shortcuts: readonly string[];
}

/** Keys without an action of their own: they work only where the focus is, or a row covers several of them. */
export const keyHelp: readonly { readonly heading: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    heading: 'On the tabs',
    keys: [
      { title: 'Session by its place', shortcuts: ['CmdOrCtrl+1', 'CmdOrCtrl+9'] },
      { title: 'Neighbouring session', shortcuts: ['←', '→'] },
      { title: 'First or last session', shortcuts: ['Home', 'End'] },
      { title: 'Move the session', shortcuts: ['Alt+←', 'Alt+→'] },
      { title: 'Close the session', shortcuts: ['Delete'] },
    ],
  },
  {
    heading: 'In the message',
    keys: [
      { title: 'Send', shortcuts: ['Enter'] },
      { title: 'New line', shortcuts: ['Shift+Enter'] },
    ],
  },
];
