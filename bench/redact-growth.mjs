/** Run by Electron's Node, which reads TypeScript: times `redact` on texts made to be slow, and prints what it measured as JSON. */
const [file = '', sizes = ''] = process.argv.slice(2);
/** @type {{ redact: (text: string) => string }} */
const { redact } = await import(file);

/**
 * For each pattern, a text that repeats its beginning, and a text that makes it search for its end.
 * @type {readonly (readonly [string, string])[]}
 */
const texts = [
  ['-eyJaaaaaaaa', ''],
  ['sk-', ''],
  ['AKIAaaaa', ''],
  ['AGE-SECRET-KEY-', ''],
  ['12345678:AA', ''],
  ['hooks.slack.com/services', '/'],
  ['-----BEGIN ', 'A'],
  ['-----BEGIN PRIVATE KEY-----', '-----END '],
  ['cookie', '\\'],
  ['cookie="', '\\"'],
  ['cookie: [', 'a'],
  ['cookie:="', 'a'],
  ['Bearer ', ' '],
  ['://', 'a'],
  ['://a:', 'a'],
  ['sig=', 'a'],
  ['token', ' '],
  ['token-', 'a'],
  ['token_', '-'],
  ['token\\', '\\'],
  ['token="', 'a'],
  ['token=\\\\"', '\\"'],
  ['pass', ' '],
  ['pwd=', '='],
  ['pass:', ':'],
  ['--token', '-token'],
  ['--', '-'],
  ['--token ', ' '],
  ['--token "', '\\"'],
  ['-u ', 'a'],
  ['-u a:', ':'],
  ['mysql ', 'a '],
  ['mysql -p', ' '],
  ['sshpass ', ' '],
  ['login ', ' '],
  ['login a password', ' '],
  ['"auth', '\\'],
];

/** @param {string} text */
function milliseconds(text) {
  const from = performance.now();
  redact(text);
  return performance.now() - from;
}

const measured = texts.map(([start, filler]) => {
  const times = sizes.split(',').map((size) => {
    const half = Number(size) / 2;
    const text = `${start.repeat(half / start.length)}${(filler || start).repeat(half / (filler || start).length)}`;
    return Math.min(...Array.from({ length: 3 }, () => milliseconds(text)));
  });
  return { start, filler, times };
});
process.stdout.write(JSON.stringify(measured));
