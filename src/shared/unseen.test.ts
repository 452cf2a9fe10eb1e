import { describe, expect, it } from 'vitest';
import { seen, seenLine, seenParts } from './unseen';

describe('what would run', () => {
  it.each([
    ['what turns the text around', 'harm\u202egpj.sh', 'harm⟨U+202E⟩gpj.sh'],
    ['isolates', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['what has no width', 'ls\u200b', 'ls⟨U+200B⟩'],
    ['what a terminal would obey', 'echo \u001b[31m', 'echo ⟨U+001B⟩[31m'],
    ['a line that would be written over', 'echo a\rb', 'echo a⟨U+000D⟩b'],
    ['spaces that separate no words', 'rm\u00a0a\u3000b\u3164c\u2800', 'rm⟨U+00A0⟩a⟨U+3000⟩b⟨U+3164⟩c⟨U+2800⟩'],
    ['letters nobody draws', 'a\u{e0041}b\ufe0f', 'a⟨U+E0041⟩b⟨U+FE0F⟩'],
    ['what is no text', 'a\u0000\uffff\ud800', 'a⟨U+0000⟩⟨U+FFFF⟩⟨U+D800⟩'],
    ['a joiner between letters', 'r\u200dm', 'r⟨U+200D⟩m'],
  ])('names %s', (_what, text, shown) => expect(seen(text)).toBe(shown));

  it.each(['echo "a  b"\t# c\n', 'git commit -m "✨ ❤️ 👩‍💻 👍🏽 1️⃣ 🏳️‍🌈"', 'touch žluťoučký שלום 日本'])('leaves %s as it is', (text) =>
    expect(seen(text)).toBe(text),
  );

  it('is given in parts, a long run as one of them', () => {
    expect(seenParts('plain')).toEqual([{ text: 'plain', named: false }]);
    expect(seenParts(`a${'\u200b'.repeat(1_000)}b\u202e`)).toEqual([
      { text: 'a', named: false },
      { text: '⟨U+200B 1,000 times⟩', named: true },
      { text: 'b', named: false },
      { text: '⟨U+202E⟩', named: true },
    ]);
  });

  it('says how many empty lines stand before what they would hide', () => {
    expect(seenParts(`echo hi${'\n'.repeat(501)}node x.js`).map(({ text }) => text)).toEqual([
      'echo hi',
      '\n⟨500 empty lines⟩',
      '\nnode x.js',
    ]);
    expect(seenParts(`a${'\n \t'.repeat(50)}\nb`).map(({ text }) => text)).toEqual(['a', '\n⟨50 empty lines⟩', '\nb']);
    expect(seenParts('a\n\n\nb')).toEqual([{ text: 'a\n\n\nb', named: false }]);
  });

  it('takes no longer for a text made to be slow', () => {
    const started = performance.now();
    seenParts('\n '.repeat(200_000));
    seenParts(`${'\n'.repeat(300_000)}`);
    seenParts('a\u200b'.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

it('leaves to words what belongs to their language, in one line', () => {
  expect(seenLine('Êtes-vous sûr ? می‌خواهم')).toBe('Êtes-vous sûr ? می‌خواهم'.replaceAll('\u00a0', ' '));
  expect(seenLine('a\nb \u202egnp\u0000\ufffe')).toBe('a b ⟨U+202E⟩gnp⟨U+0000⟩⟨U+FFFE⟩');
});
