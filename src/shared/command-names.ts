/** The commands of `signalbox`. The app must know them, so that it does not open a folder of that name. */
export const commandNames = [
  'pending',
  'sessions',
  'show',
  'allow',
  'deny',
  'answer',
  'send',
  'new',
  'interrupt',
  'watch',
  'open',
  'status',
  'completion',
  'help',
] as const;
export type CommandName = (typeof commandNames)[number];

export const isCommandName = (word: string): word is CommandName => commandNames.some((name) => name === word);

/** Prints ids for the completion scripts; nobody types it. */
export const idsCommand = '__ids';
