import { expect, it } from 'vitest';
import { shownContent } from './shown-content';

it('reads text, a table and a picture', () => {
  expect(shownContent({ markdown: '# Hi' })).toEqual({ what: 'markdown', text: '# Hi' });
  expect(shownContent({ table: { columns: ['To', 'At'], rows: [['Ash Vale', 12.5, true], [null, { a: 1 }], 'odd'] } })).toEqual({
    what: 'table',
    columns: ['To', 'At'],
    rows: [['Ash Vale', '12.5', 'true'], ['', '{"a":1}'], []],
  });
  expect(shownContent({ image: { mediaType: 'image/png', data: 'AAAA' } })).toEqual({
    what: 'image',
    mediaType: 'image/png',
    data: 'AAAA',
    alt: '',
  });
});

it.each([
  {},
  { markdown: '' },
  { markdown: 7 },
  { table: { columns: [], rows: [] } },
  { table: 'x' },
  { image: { mediaType: 'image/png' } },
])('finds nothing to show in %j', (input) => {
  expect(shownContent(input)).toBeNull();
});
