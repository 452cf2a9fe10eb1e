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
  ['an unknown kind of authorization', 'authorization: Negotiate verysecretvalue==', 'verysecret'],
  ['a token as the name in an address', 'https://verysecretvalue@example.com/x.git', 'verysecret'],
  ['a password with an @ in an address', 'https://ann:hunter@22@example.com/x', 'hunter'],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE', 'AKIA'],
  ['a signed web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh', 'eyJ'],
  ['a web token without its dots', 'eyJhbGciOiJIUzI1NiJ9', 'eyJ'],
  ['a Stripe key', 'sk_live_abcdefgh12345678', 'abcdefgh'],
  ['a Stripe test key', 'rk_test_abcdefgh12345678', 'abcdefgh'],
  ['a SendGrid key', 'SG.abcdefghijkl.mnopqrstuvwx', 'mnopq'],
  ['a Google access token', 'ya29.a0AfB_abcdefgh', 'a0AfB'],
  ['a Google API key', 'AIzaSyA-abcdefghijklmnopqrstuvwxyz0123', 'SyA-'],
  ['a Google client secret', 'GOCSPX-abcdefghijklmn', 'abcdefgh'],
  ['a DigitalOcean token', 'dop_v1_0123456789abcdef', '0123456789'],
  ['a Shopify token', 'shpat_0123456789abcdef', '0123456789'],
  ['a PyPI token', 'pypi-AgEIcHlwaS5vcmcabcdef', 'AgEI'],
  ['an npm token', 'npm_abcdefghijklmnop', 'abcdefgh'],
  ['a Hugging Face token', 'hf_abcdefghijklmnop', 'abcdefgh'],
  ['a GitLab token', 'glpat-abcdefghijklmnop', 'abcdefgh'],
  ['a fine-grained GitHub token', 'github_pat_11ABCDEFG0abcdefgh', '11ABC'],
  ['a Slack token', 'xoxb-1234567890-abcdefgh', '1234567890'],
  ['a Slack hook', 'https://hooks.slack.com/services/T000/B000/abcdefgh', 'abcdefgh'],
  ['a Telegram bot', '123456789:AAabcdefghijklmnopqrstuvwxyz0123456', 'AAabc'],
  ['a Docker token', 'dckr_pat_abcdefghijkl', 'abcdefgh'],
  ['a Vault token', 'hvs.CAESIabcdefghijkl', 'CAESI'],
  ['an age key', 'AGE-SECRET-KEY-1ABCDEFGHJKLMNPQRS', '1ABCDEF'],
  ['a PGP key', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYabc\n-----END PGP PRIVATE KEY BLOCK-----', 'lQOY'],
  ['an account key', 'AccountName=me;AccountKey=abcdefgh==;EndpointSuffix=x', 'abcdefgh'],
  ['a shared access signature', 'https://x.example/a?sv=1&sig=abcdefgh%3D', 'abcdefgh'],
  ['a signed address of S3', 'https://x.example/a?X-Amz-Signature=0123456789abcdef&x=1', '0123456789'],
  ['a short name', 'DB_PASS=verysecretvalue', 'verysecret'],
  ['another short name', 'Server=x;Pwd=verysecretvalue;', 'verysecret'],
  ['a short name in JSON', '{"user":"ann","pass":"verysecretvalue"}', 'verysecret'],
  ['an npm login', '//registry.example/:_auth=YW5uOnNlY3JldA==', 'YW5u'],
  ['a Docker login', '{"auths":{"x":{"auth":"YW5uOnNlY3JldA=="}}}', 'YW5u'],
  ['a flag', 'tool --password hunter2 --verbose', 'hunter2'],
  ['a flag with more name', 'tool --db-password=hunter2', 'hunter2'],
  ['a flag with a quoted value', 'tool --token "correct horse" -v', 'horse'],
  ['a long flag with one dash', 'tool -token hunter2', 'hunter2'],
  ['a flag in a list of arguments', '["tool","--api-key","hunter2","-v"]', 'hunter2'],
  ['a name and a password for curl', 'curl -u me:hunter2 https://x.example', 'hunter2'],
  ['a name and a password in quotes', 'curl --user "me:hunter2" https://x.example', 'hunter2'],
  ['a password for MySQL', 'mysql -h db -u root -phunter2 app', 'hunter2'],
  ['a password for ssh', 'sshpass -p hunter2 ssh x', 'hunter2'],
  ['a password for openssl', 'openssl rsa -passin pass:hunter2', 'hunter2'],
  ['a line of .netrc', 'machine x login ann password hunter2', 'hunter2'],
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
  'PWD=/home/ann/project OLDPWD=/home/ann, bypass=everything, 12 tests pass: none failed',
  'claude --max-tokens 4096 --token-limit 5000 --permission-mode=default -p --output-format=stream-json',
  'docker run -u 1000:1000 node:24 npm run sk-test',
  'npm_config_registry=x npm_package_name=y, pypi-publish-action is done',
])('leaves ordinary text unchanged: %s', (text) => {
  expect(redact(text)).toBe(text);
});

it('hides only the secret, not the rest of the line', () => {
  expect(redact('{"password":"correct horse","exit":0}')).toBe('{"password":"[redacted]","exit":0}');
  expect(redact('{"stderr":"Cookie: a=1; b=22","exit":0}')).toBe('{"stderr":"Cookie: [redacted]","exit":0}');
  expect(redact('GET https://ann:hunter22@example.com/x?page=2')).toBe('GET https://ann:[redacted]@example.com/x?page=2');
});

it.each([
  ['names', 'tokensecretpassword'],
  ['beginnings of web tokens', '-eyJaaaaaaa '],
  ['dashes', '-'],
  ['backslashes', '\\'],
  ['flags without values', '--'],
])('leaves a megabyte of %s unchanged', (_what, piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  expect(redact(text)).toBe(text);
});

it('hides a megabyte that looks like one token', () => {
  expect(redact(`a ${'-eyJaaaaaaaa'.repeat(80_000)} b`)).toBe('a -[redacted] b');
});
