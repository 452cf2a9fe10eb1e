import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSampleProject } from './sample-project';

/** Command lines as people and agents run them in a project, from public transcripts, shell histories and READMEs. */
const EverydayCommand = z.strictObject({
  command: z.string(),
  /** It only reads, stays in the folder and uses no network. */
  reads: z.boolean(),
  because: z.string().optional(),
  /** It only reads, but the shell has to expand a glob, a variable or another command first. */
  outsideGrammar: z.literal(true).optional(),
  /** The rule that people make for this kind of build or test. */
  rule: z.string().optional(),
});
const commands = z.array(EverydayCommand).parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'everyday-commands.json'), 'utf8')));
const reading = commands.filter(({ reads }) => reads);

const project = createSampleProject();
afterAll(project.remove);
const isAllowed = (command: string): boolean => project.judge(command).by !== 'person';

describe('the list of everyday commands', () => {
  it('has 300 different ones, of which most only read', () => {
    expect(new Set(commands.map(({ command }) => command)).size).toBe(300);
    expect(reading.length).toBeGreaterThanOrEqual(160);
  });
});

describe('safe mode', () => {
  it('allows at least 95 % of the commands that only read', () => {
    const asked = reading.filter(({ command }) => !isAllowed(command));
    const share = 1 - asked.length / reading.length;
    const list = asked.map(({ command, outsideGrammar }) => `${outsideGrammar ? '(expands) ' : ''}${command}`);
    expect(share, `${asked.length} of ${reading.length} are asked about:\n${list.join('\n')}`).toBeGreaterThanOrEqual(0.95);
  });

  it('asks about every command that does more than read', () => {
    expect(commands.filter(({ command, reads }) => !reads && isAllowed(command)).map(({ command }) => command)).toEqual([]);
  });
});

describe('a rule for builds and tests', () => {
  it.each(commands.flatMap(({ command, rule }) => (rule === undefined ? [] : [{ command, rule }])))(
    '$rule allows $command',
    ({ command, rule }) => {
      expect(project.marksOf(command)).toEqual([]);
      expect(project.judge(command, { mode: 'ask', rules: [rule] })).toMatchObject({ by: 'rule', decision: 'allow' });
    },
  );
});
