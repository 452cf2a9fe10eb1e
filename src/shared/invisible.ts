/** Joiners and variation selectors inside an emoji: they are drawn as part of it, so they are not hidden. */
const insideEmoji = String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic}|[0-9#*](?=\ufe0f\u20e3))\ufe0f`;

/** Characters that are not drawn, look like a space but are not one, or change the direction of the text. Tabs and newlines are fine. */
const invisible = new RegExp(
  String.raw`(?!${insideEmoji})(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]`,
  'gu',
);

/** Control characters, direction overrides and characters that are not text. Prose may have the other invisible ones: some languages need them. */
const neverInProse = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const codePointOf = (character: string): string => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Replaces each invisible character by its code point, so that text a person must judge shows everything it contains. */
export const escapeInvisible = (text: string): string => text.replaceAll(invisible, codePointOf);

/** Makes prose safe to show on one line outside the window: some desktops close the connection, or end the app, over invalid text. */
export const escapeLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(neverInProse, codePointOf);

export interface TextPart {
  readonly text: string;
  /** It replaces invisible characters. */
  readonly escaped: boolean;
}

/** Like `escapeInvisible`, with the escaped parts apart from the others. A repeated character is escaped once, with a count. */
export function splitInvisible(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { index, 0: run } of text.matchAll(runs)) {
    if (index > from) parts.push({ text: text.slice(from, index), escaped: false });
    parts.push({ text: describeRun(run), escaped: true });
    from = index + run.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), escaped: false });
  return parts;
}

/** More empty lines than this could push the rest of the text out of view. */
const maxEmptyLines = 10;
const runs = new RegExp(String.raw`(?:\n[ \t]*){${maxEmptyLines + 1},}(?=\n)|(${invisible.source})\1*`, 'gu');

function describeRun(run: string): string {
  if (run.startsWith('\n')) return `\n⟨${count(run.split('\n').length - 1)} empty lines⟩`;
  const times = [...run].length;
  const [one = ''] = run;
  return times === 1 ? codePointOf(one) : `${codePointOf(one).slice(0, -1)} ${count(times)} times⟩`;
}

const count = (amount: number): string => amount.toLocaleString('en');
