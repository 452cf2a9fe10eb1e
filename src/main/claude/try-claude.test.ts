import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryClaude } from './try-claude';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-try-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function program(name: string, script: string, mode = 0o755): string {
  const file = path.join(home, name);
  writeFileSync(file, script);
  chmodSync(file, mode);
  return file;
}

it('says the version of one that works, in the home folder too', async () => {
  program('claude', '#!/bin/sh\necho "2.1.197 (Claude Code)"\n');
  expect(await tryClaude('~/claude', { home })).toEqual({ outcome: 'works', version: '2.1.197' });
});

it('runs a script with our own runtime', async () => {
  const file = program('claude.mjs', 'console.log("2.1.197 (Claude Code)")', 0o644);
  expect(await tryClaude(file)).toMatchObject({ outcome: 'works', version: '2.1.197' });
});

it('tells apart what is wrong with one that does not', async () => {
  const cases = {
    missing: path.join(home, 'missing'),
    closed: program('closed', '#!/bin/sh\n', 0o644),
    other: program('other', '#!/bin/sh\necho hello\n'),
    broken: program('broken', '#!/bin/sh\nexit 3\n'),
    slow: program('slow', '#!/bin/sh\nexec tail -f /dev/null\n'),
    strange: program('strange', '#!/does/not/exist\n'),
  };
  const trials = await Promise.all(Object.values(cases).map((file) => tryClaude(file, { answerMs: 1_000 })));
  expect(trials).toEqual([
    { outcome: 'cannot-run', text: `${cases.missing} does not exist.` },
    { outcome: 'cannot-run', text: `${cases.closed} is not executable.` },
    { outcome: 'not-claude', text: `${cases.other} did not say a version: it may be another program.` },
    { outcome: 'failed', text: `${cases.broken} failed: it ended with code 3.` },
    { outcome: 'no-answer', text: `${cases.slow} did not answer within 1 seconds.` },
    { outcome: 'failed', text: `${cases.strange} failed: the system did not start it (ENOENT).` },
  ]);
});
