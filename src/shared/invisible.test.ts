import { describe, expect, it } from 'vitest';
import { escapeInvisible, escapeLine, splitInvisible } from './invisible';

describe('text that a person judges', () => {
  it.each([
    ['a change of direction', 'harm\u202egpj.sh', 'harm⟨U+202E⟩gpj.sh'],
    ['isolates', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['a character without width', 'ls\u200b', 'ls⟨U+200B⟩'],
    ['a terminal escape', 'echo \u001b[31m', 'echo ⟨U+001B⟩[31m'],
    ['a carriage return', 'echo a\rb', 'echo a⟨U+000D⟩b'],
    ['spaces that separate no words', 'rm\u00a0a\u3000b\u3164c\u2800', 'rm⟨U+00A0⟩a⟨U+3000⟩b⟨U+3164⟩c⟨U+2800⟩'],
    ['letters that are not drawn', 'a\u{e0041}b\ufe0f', 'a⟨U+E0041⟩b⟨U+FE0F⟩'],
    ['characters that are not text', 'a\u0000\uffff\ud800', 'a⟨U+0000⟩⟨U+FFFF⟩⟨U+D800⟩'],
    ['a joiner between letters', 'r\u200dm', 'r⟨U+200D⟩m'],
  ])('escapes %s', (_what, text, shown) => expect(escapeInvisible(text)).toBe(shown));

  it.each(['echo "a  b"\t# c\n', 'git commit -m "✨ ❤️ 👩‍💻 👍🏽 1️⃣ 🏳️‍🌈"', 'touch žluťoučký שלום 日本'])('leaves %s as it is', (text) =>
    expect(escapeInvisible(text)).toBe(text),
  );

  it('is split into parts, with a long run as one part', () => {
    expect(splitInvisible('plain')).toEqual([{ text: 'plain', escaped: false }]);
    expect(splitInvisible(`a${'\u200b'.repeat(1_000)}b\u202e`)).toEqual([
      { text: 'a', escaped: false },
      { text: '⟨U+200B 1,000 times⟩', escaped: true },
      { text: 'b', escaped: false },
      { text: '⟨U+202E⟩', escaped: true },
    ]);
  });

  it('says how many empty lines come before text that they would hide', () => {
    expect(splitInvisible(`echo hi${'\n'.repeat(501)}node x.js`).map(({ text }) => text)).toEqual([
      'echo hi',
      '\n⟨500 empty lines⟩',
      '\nnode x.js',
    ]);
    expect(splitInvisible(`a${'\n \t'.repeat(50)}\nb`).map(({ text }) => text)).toEqual(['a', '\n⟨50 empty lines⟩', '\nb']);
    expect(splitInvisible('a\n\n\nb')).toEqual([{ text: 'a\n\n\nb', escaped: false }]);
  });

  it('is as fast on text that was made to be slow', () => {
    const started = performance.now();
    splitInvisible('\n '.repeat(200_000));
    splitInvisible(`${'\n'.repeat(300_000)}`);
    splitInvisible('a\u200b'.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

it('keeps in prose what its language needs, on one line', () => {
  expect(escapeLine('Êtes-vous sûr ? می‌خواهم')).toBe('Êtes-vous sûr ? می‌خواهم'.replaceAll('\u00a0', ' '));
  expect(escapeLine('a\nb \u202egnp\u0000\ufffe')).toBe('a b ⟨U+202E⟩gnp⟨U+0000⟩⟨U+FFFE⟩');
});
