import { expect, it } from 'vitest';
import { BatchRunner } from './batch-runner';
import { checkTrace } from './check-traces';
import { type Batch, Jail, type Shell } from './jail';

// Lines that the judge must never allow. The judge is not asked here: the jail must notice what they do.
const bad: readonly (readonly [kind: string, line: string, programs?: Batch['programs']])[] = [
  ['trace', 'x=touch; $x p'],
  ['trace', 'x=touch; ls $($x p) &'],
  ['trace', 'no-such-program'],
  ['trace', 'PATH=0; ls'],
  ['trace', 'PATH=/nowhere; ls'],
  ['outside', 'cat ../top.txt'],
  ['outside', 'cat link'],
  ['outside', 'cat < ../top.txt'],
  ['outside', 'cat < /etc/passwd'],
  ['outside', 'cd ..; ls'],
  ['outside', 'cat .env', 'real'],
  ['outside', 'cat ~/notes.txt', 'real'],
  ['outside', 'head -c 6 ../top.txt', 'real'],
  ['change', 'echo > p'],
  ['change', 'echo >> a'],
  ['change', '/bin/rm -rf src'],
  ['change', '/bin/touch p; /bin/rm p'],
  ['change', '/bin/chmod 600 a'],
  ['change', '(/bin/sleep 1; /bin/touch p) &'],
  ['change', '/bin/touch ~/p'],
  ['change', 'touch p', 'real'],
  ['hung', 'while :; do :; done'],
];
/** Lines with no effect, which must not count as failures. */
const good = [
  'ls',
  'cat a b',
  "grep -n 'x y' src/x.ts | head -n 1",
  'cat < a',
  'cat <<< text',
  'cd src && ls',
  'echo "a b" | wc -l',
  'ls 2>&1 >/dev/null',
];

const linux = process.platform === 'linux';

it.runIf(linux).each<Shell>(['bash', 'zsh'])('%s in the jail: every kind of failure is noticed, and nothing else', async (shell) => {
  const runner = new BatchRunner();
  const plain = { shell, options: [], programs: 'stand-ins', recordBuiltins: false } as const;
  try {
    for (const [, line, programs = 'stand-ins'] of bad) await runner.start({ ...plain, programs, lines: [line] });
    await runner.start({ ...plain, lines: [...good, 'while :; do :; done', ...good] });
    await runner.start({ ...plain, lines: good, recordBuiltins: true });
    await runner.start({ ...plain, lines: good, programs: 'real' });
    await runner.finish();
  } finally {
    await runner.remove();
  }
  const found = runner.failures.map(({ kind, line }) => `${kind}: ${line}`);
  expect(found).toEqual(expect.arrayContaining(bad.map(([kind, line]) => `${kind}: ${line}`)));
  expect(runner.failures.filter(({ line }) => !bad.some((one) => one[1] === line))).toEqual([]);
});

it.runIf(linux && process.getuid?.() === 0)('in the jail a line has no rights, no network, and nothing else to write to', async () => {
  const jail = new Jail();
  try {
    const { outputs } = await jail.run({
      shell: 'bash',
      lines: [
        'id -u',
        'cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " "',
        'echo x > /var/tmp/signalbox-fuzz-escape; ls /var/tmp/signalbox-fuzz-escape',
      ],
      options: [],
      programs: 'real',
      recordBuiltins: false,
    });
    expect(outputs.get(0)).toBe('65534\n');
    expect(outputs.get(1)).toBe('lo\n');
    expect(outputs.get(2)).toContain('Read-only file system');
  } finally {
    jail.remove();
  }
});

it('words that differ from those the judge read are a failure', () => {
  const place = { project: '/', home: '/home/me', bin: '/bin' };
  const ran = (...words: string[]) => checkTrace('ls a ~/b', { line: 0, folder: '/', program: '/bin/ls', words, input: '' }, place)?.kind;
  expect([ran('a', '/home/me/b'), ran('a', '~/b'), ran('a'), ran('a', '/home/me/b', 'c')]).toEqual([
    undefined,
    'mismatch',
    'mismatch',
    'mismatch',
  ]);
});
