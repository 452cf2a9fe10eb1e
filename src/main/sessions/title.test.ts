import { expect, it } from 'vitest';
import { titleFor } from './title';

it.each([
  ['the first line that says something', '\n  \n  Fix the tests  \nand the docs', 'Fix the tests'],
  ['the folder when nothing was said', null, 'project'],
  ['the folder when only blanks were said', ' \n\t', 'project'],
  ['a line as long as a title may be', 'x'.repeat(60), 'x'.repeat(60)],
  ['the beginning of a longer one', 'x'.repeat(61), `${'x'.repeat(59)}…`],
  ['no blank before the ellipsis', `${'x'.repeat(58)} yyy`, `${'x'.repeat(58)}…`],
  ['nothing that turns around what stands beside it', 'Read a\u202egpj.sh', 'Read a⟨U+202E⟩gpj.sh'],
  ['no half of a character', `${'x'.repeat(58)}😀😀`, `${'x'.repeat(58)}…`],
])('is %s', (_what, message, title) => {
  expect(titleFor(message, '/home/ann/project')).toBe(title);
});

it('is the root’s own name there', () => {
  expect(titleFor(null, '/')).toBe('/');
});
