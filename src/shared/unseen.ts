/** What a picture in the text is made of: there, what joins or colours its parts is no more hidden than they are. */
const inPicture = String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic}|[0-9#*](?=\ufe0f\u20e3))\ufe0f`;

/** Can't be seen, look like a space that they are not, or turn the direction of what stands around them. A tab and a new line are seen. */
const unseen = new RegExp(
  String.raw`(?!${inPicture})(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]`,
  'gu',
);

/** Among words they belong to some languages. Only what no line of words may have: what turns it around, and what is no text at all. */
const notInWords = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const named = (character: string): string => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** What would run or be written, as a person has to see it: each character that would deceive them is named. */
export const seen = (text: string): string => text.replaceAll(unseen, named);

/** Words for a line outside the window. Some desktops end the connection, or the whole app, over what is no text. */
export const seenLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(notInWords, named);

export interface SeenPart {
  readonly text: string;
  /** It stands for characters that could not be seen. */
  readonly named: boolean;
}

/** The same as `seen`, with what is named apart from what is written; the same character many times over is named once. */
export function seenParts(text: string): readonly SeenPart[] {
  const parts: SeenPart[] = [];
  let from = 0;
  for (const { index, 0: run } of text.matchAll(runs)) {
    if (index > from) parts.push({ text: text.slice(from, index), named: false });
    parts.push({ text: runWords(run), named: true });
    from = index + run.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), named: false });
  return parts;
}

/** So many empty lines push what comes after them out of sight. */
const mostEmptyLines = 10;
const runs = new RegExp(String.raw`(?:\n[ \t]*){${mostEmptyLines + 1},}(?=\n)|(${unseen.source})\1*`, 'gu');

function runWords(run: string): string {
  if (run.startsWith('\n')) return `\n⟨${count(run.split('\n').length - 1)} empty lines⟩`;
  const times = [...run].length;
  const [one = ''] = run;
  return times === 1 ? named(one) : `${named(one).slice(0, -1)} ${count(times)} times⟩`;
}

const count = (amount: number): string => amount.toLocaleString('en');
