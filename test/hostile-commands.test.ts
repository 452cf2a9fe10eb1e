import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSampleProject } from './sample-project';

/** Command lines that look like they only read or build, but do more in bash or zsh, on Linux or macOS. */
const HostileCommand = z.strictObject({ command: z.string(), because: z.string() });
const commands = z.array(HostileCommand).parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'hostile-commands.json'), 'utf8')));

const project = createSampleProject();
afterAll(project.remove);
const rules = ['Bash(npm run *)', 'Bash(git log *)'];

describe('safe mode with rules for npm run and git log', () => {
  it('is tried with at least 150 different commands', () => {
    expect(new Set(commands.map(({ command }) => command)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(commands)('asks about $command', ({ command, because }) => {
    const verdict = project.judge(command, { mode: 'safe', rules });
    const allowedBy = verdict.by === 'person' ? 'nothing' : verdict.by === 'mode' ? 'safe mode' : verdict.rule.id;
    expect(allowedBy, `${JSON.stringify(command)} must be asked about: ${because}`).toBe('nothing');
  });
});
