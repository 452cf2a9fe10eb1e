/** What is being typed at the caret: a command at the beginning of the message, or the mention of a file. */
export interface MessageToken {
  readonly kind: 'command' | 'mention';
  /** Where its `/` or `@` is. */
  readonly from: number;
  readonly to: number;
  /** What follows it, up to the caret. */
  readonly query: string;
}

const longestQuery = 500;

export function tokenAt(text: string, caret: number): MessageToken | null {
  const before = text.slice(Math.max(0, caret - longestQuery), caret);
  if (caret <= longestQuery) {
    const command = /^\/(\S*)$/.exec(before);
    if (command) return { kind: 'command', from: 0, to: caret, query: command[1] ?? '' };
  }
  // Quoted when the path has blanks. An @ inside a word is an address, not a mention.
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

/** The text with the token written out, and where the caret goes on. */
export function withToken(text: string, { kind, from, to }: MessageToken, value: string): Replaced {
  // A folder may go on to what is in it.
  const written = kind === 'command' ? `/${value} ` : isFolder(value) ? openMention(value) : `${mentionOf(value)} `;
  const after = text.slice(to);
  const rest = written.endsWith(' ') ? after.replace(/^ /, '') : after;
  return { text: text.slice(0, from) + written + rest, caret: from + written.length };
}

/** A file as the CLI reads it in a message. */
export const mentionOf = (path: string): string => (/\s/.test(path) ? `@"${path}"` : `@${path}`);

const openMention = (folder: string): string => (/\s/.test(folder) ? `@"${folder}` : `@${folder}`);
const isFolder = (path: string): boolean => path.endsWith('/');
