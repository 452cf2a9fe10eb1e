import type { Surface } from './decision';

/** Describes where or by what something was decided: "Allowed in the tray". */
export const surfaceWords: Readonly<Record<Surface, string>> = {
  dialog: 'in the dialog',
  card: 'in the card',
  inbox: 'in the inbox',
  notification: 'in the notification',
  tray: 'in the tray',
  api: 'over the API',
  command: 'on the command line',
  rule: 'by a rule',
  mode: 'by the permission mode',
  timeout: 'when its time ran out',
};
