import { expect, it } from 'vitest';
import { checkExternalLink, openExternalLink } from './external-links';

it.each(['https://example.com/a?b=c#d', 'http://localhost:3000/', 'mailto:ann@example.com'])('lets %s through', (url) => {
  expect(checkExternalLink(url)).toBe(url);
});

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'vscode://file/etc/passwd',
  'signalbox://allow/everything',
  'smb://server/share',
  'https://user@example.com/',
  'https://example.com:secret@evil.example/',
  ' https://example.com',
  'https://example.com/\u202egpj.exe',
  'https://exa\nmple.com',
  'https://',
  'not an address',
  '',
])('refuses %j', (url) => {
  expect(checkExternalLink(url)).toBeNull();
});

it('opens nothing when it refuses', async () => {
  const opened: string[] = [];
  const open = async (url: string): Promise<void> => void opened.push(url);
  await expect(openExternalLink('file:///etc/passwd', open)).rejects.toMatchObject({ code: 'link-refused' });
  await openExternalLink('https://example.com', open);
  expect(opened).toEqual(['https://example.com/']);
});
