import { expect, it } from 'vitest';
import { linkKind, targetOf } from './link';

it.each([
  ['https://example.com/a', 'https://example.com/a', 'address'],
  ['https://example.com', 'https://example.com/', 'address'],
  ['example.com/a', 'https://example.com/a', 'address'],
  ['www.example.com', 'http://www.example.com/', 'address'],
  ['https://example.com/a', 'https://evil.example/a', 'other-address'],
  ['https://example.com/a', 'http://example.com/a', 'other-address'],
  ['example.com', 'https://example.com.evil.example/', 'other-address'],
  ['https://example.com', 'https://example.com@evil.example/', 'other-address'],
  ['https://ехample.com', 'https://example.com/', 'other-address'],
  ['the documentation', 'https://example.com/', 'words'],
  ['v1.2.3', 'https://example.com/', 'words'],
])('the text %s of a link to %s is %s', (text, address, kind) => {
  expect(linkKind({ text, address })).toBe(kind);
});

it('writes names in other scripts so that they can be told apart', () => {
  expect(targetOf('https://ехample.com/')).toBe('https://xn--ample-ywe6i.com/');
});
