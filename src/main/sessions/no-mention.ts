/**
 * Words that are not the person's, for a message of theirs: the CLI would read a file that is named with @ in it, wherever that
 * lies, and without asking. Newer versions can be told not to; older ones can't.
 */
export const withoutMentions = (text: string): string => text.replaceAll('@', '(at)');

/** The same for an input, which stays what it is: JSON has another way to write the sign. */
export const inputWithoutMentions = (input: Readonly<Record<string, unknown>>): string => JSON.stringify(input).replaceAll('@', '\\u0040');
