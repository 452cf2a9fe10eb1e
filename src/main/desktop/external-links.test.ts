import { expect, it } from 'vitest';
import { checkExternalLink, openExternalLink } from './external-links';

it.each([
  'https://example.com/a?b=c#d',
  'http://localhost:3000/',
  'mailto:ann@example.com',
  'mailto:ann@example.com,bob@example.com?subject=a%20b&body=one%0D%0Atwo&cc=eve@example.com',
])('allows %s', (url) => {
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

it.each([
  'mailto:a@b?attach=/home/me/.ssh/id_rsa',
  'mailto:a@b?Attachment=/etc/passwd',
  'mailto:a@b?subject=x&%61ttach=/etc/passwd',
  'mailto:a@b?subject=x&amp;attach=/etc/passwd',
  'mailto:a@b?cc=c@d%0Aattach:x',
  'mailto:--attach@b',
  "mailto:a@b',attachment='/etc/passwd",
  'mailto:a@b%0Abcc:c@d',
  'mailto:nobody',
  'mailto:%zz@b',
])('refuses the mail link %j', (url) => {
  expect(checkExternalLink(url)).toBeNull();
});

it('keeps a plus sign in a mail link', () => {
  expect(checkExternalLink('mailto:a+b@c?cc=d+e@f&subject=1+1')).toBe('mailto:a%2Bb@c?cc=d%2Be@f&subject=1%2B1');
});

it('encodes characters in a mail’s text that could end it', () => {
  expect(checkExternalLink("mailto:a@b?SUBJECT=x',attachment='/etc/x;y?attach=z")).toBe(
    'mailto:a@b?subject=x%27%2Cattachment%3D%27%2Fetc%2Fx%3By%3Fattach%3Dz',
  );
});

it('opens only allowed links', async () => {
  const opened: string[] = [];
  const open = async (url: string): Promise<void> => void opened.push(url);
  await expect(openExternalLink('file:///etc/passwd', open)).rejects.toMatchObject({ code: 'link-refused' });
  await openExternalLink('https://example.com', open);
  expect(opened).toEqual(['https://example.com/']);
});
