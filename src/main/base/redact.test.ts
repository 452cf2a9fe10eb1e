import { expect, it } from 'vitest';
import { redact } from './redact';

it.each([
  ['an Anthropic key', 'key sk-ant-api03-abcdefghij_KLMN-123', 'sk-ant'],
  ['a GitHub token', 'ghp_abcdefghijklmnopqrst1234', 'ghp_'],
  ['a bearer header', 'Authorization: Bearer abc.def-ghi_123456', 'abc.def'],
  ['a password in an address', 'https://ann:hunter22@example.com/x', 'hunter22'],
  ['an environment variable', 'ANTHROPIC_AUTH_TOKEN=verysecretvalue next', 'verysecretvalue'],
  ['a field of JSON', '{"api_key":"verysecretvalue"}', 'verysecretvalue'],
  ['a field of JSON inside JSON', '{"line":"{\\"password\\":\\"verysecretvalue\\"}"}', 'verysecretvalue'],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE', 'AKIA'],
  ['a signed web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh', 'eyJ'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', 'MIIabc'],
])('hides %s', (_what, text, secret) => {
  expect(redact(text)).not.toContain(secret);
  expect(redact(text)).toContain('[redacted]');
});

it('leaves ordinary text as it is', () => {
  const text = 'Session "fix the tokenizer" is idle; 3 tokens of context used in /home/ann/project (npm run build, exit 0)';
  expect(redact(text)).toBe(text);
});

it('keeps the rest of a line readable', () => {
  expect(redact('GET https://ann:hunter22@example.com/x?page=2')).toBe('GET https://ann:[redacted]@example.com/x?page=2');
});
