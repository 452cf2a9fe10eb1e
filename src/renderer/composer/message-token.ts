/** The token at the caret: a command at the start of the message, or a mention of a file. */
export interface MessageToken {
  readonly kind: 'command' | 'mention';
  /** The index of its `/` or `@`. */
  readonly from: number;
  readonly to: number;
  /** The text between that and the caret. */
  readonly query: string;
}

const maxTokenLength = 500;

export function tokenAt(text: string, caret: number): MessageToken | null {
  const before = text.slice(Math.max(0, caret - maxTokenLength), caret);
  if (caret <= maxTokenLength) {
    const command = /^\/(\S*)$/.exec(before);
    if (command) return { kind: 'command', from: 0, to: caret, query: command[1] ?? '' };
  }
  // A path with blanks is quoted. An @ inside a word is part of an email address, not a mention.
  const mention = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/.exec(before);
  if (!mention) return null;
  const query = mention[1] ?? mention[2] ?? '';
  const from = caret - query.length - (mention[1] === undefined ? 1 : 2);
  return { kind: 'mention', from, to: caret, query };
}

export interface Replaced {
  readonly text: string;
  readonly caret: number;
}

/** Replaces the token by the chosen value, and returns the new caret. */
export function replaceToken(text: string, { kind, from, to }: MessageToken, value: string): Replaced {
  // The mention of a folder stays open, so that the person can pick something in it.
  const written = kind === 'command' ? `/${value} ` : isFolder(value) ? openMention(value) : `${mentionOf(value)} `;
  const after = text.slice(to);
  const rest = written.endsWith(' ') ? after.replace(/^ /, '') : after;
  return { text: text.slice(0, from) + written + rest, caret: from + written.length };
}

/** Formats a path as a mention that the CLI understands. */
export const mentionOf = (path: string): string => (/\s/.test(path) ? `@"${path}"` : `@${path}`);

const openMention = (folder: string): string => (/\s/.test(folder) ? `@"${folder}` : `@${folder}`);
const isFolder = (path: string): boolean => path.endsWith('/');
