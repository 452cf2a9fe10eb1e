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
  ['a field of JSON with words in it', '{"password":"correct horse battery","next":1}', 'horse'],
  ['a value with a quote in it', '{"password":"verysecret\\"value"}', 'value'],
  ['words in a field of JSON inside JSON', '{"line":"{\\"password\\":\\"correct horse battery\\"}"}', 'horse'],
  ['a name with more before and after it', 'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'wJalr'],
  ['such a name in JSON', '{"client_secret_key":"verysecretvalue"}', 'verysecret'],
  ['such a name in camel case', '{"clientSecretKey":"verysecretvalue"}', 'verysecret'],
  ['a whole cookie header', 'Cookie: theme=dark; session=verysecretvalue', 'verysecret'],
  ['a cookie with quotes', 'Cookie: theme="dark"; session=verysecretvalue', 'verysecret'],
  ['a cookie header in JSON', '{"cookie":"theme=dark; session=verysecretvalue"}', 'verysecret'],
  ['a list of cookies in JSON', '{"set-cookie":["a=1; Path=/","session=verysecretvalue"]}', 'verysecret'],
  ['an authorization of a kind nobody knows', 'authorization: Negotiate verysecretvalue==', 'verysecret'],
  ['a token as the name in an address', 'https://verysecretvalue@example.com/x.git', 'verysecret'],
  ['a password with an @ in an address', 'https://ann:hunter@22@example.com/x', 'hunter'],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE', 'AKIA'],
  ['a signed web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh', 'eyJ'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', 'MIIabc'],
])('hides %s', (_what, text, secret) => {
  expect(redact(text)).not.toContain(secret);
  expect(redact(text)).toContain('[redacted]');
});

it.each([
  'Session "fix the tokenizer" is idle; 3 tokens of context used in /home/ann/project (npm run build, exit 0)',
  '{"input_tokens":12345,"max_tokens":4096,"token_count":20000,"at":"https://example.com:8080/a?mail=ann@example.com"}',
  'ssh://git@example.com/ann/secrets.git, cookies are on',
  'Unexpected token \'}\', "{}}" is not valid JSON',
])('leaves ordinary text as it is: %s', (text) => {
  expect(redact(text)).toBe(text);
});

it('keeps the rest of a line readable', () => {
  expect(redact('{"password":"correct horse","exit":0}')).toBe('{"password":"[redacted]","exit":0}');
  expect(redact('{"stderr":"Cookie: a=1; b=22","exit":0}')).toBe('{"stderr":"Cookie: [redacted]","exit":0}');
  expect(redact('GET https://ann:hunter22@example.com/x?page=2')).toBe('GET https://ann:[redacted]@example.com/x?page=2');
});

it('gets through a very long word', () => {
  const word = 'tokensecretpassword'.repeat(20_000);
  expect(redact(word)).toBe(word);
});
