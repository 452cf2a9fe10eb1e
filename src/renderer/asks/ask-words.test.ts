import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { describeCall } from './ask-words';

const timetable = { folder: '/home/mia/timetable', demo: false };

it.each([
  ['a command by where it runs', { tool: 'Bash', input: { command: 'make' } }, timetable, 'Runs this command in timetable'],
  [
    'one that goes on by itself',
    { tool: 'Bash', input: { command: 'make', run_in_background: true } },
    timetable,
    'Runs this command in the background, in timetable',
  ],
  [
    'the demo agent’s, whose folder has no name',
    { tool: 'Bash' },
    { folder: '/x/demo/7f', demo: true },
    'Runs this command in the demo agent’s folder',
  ],
  ['a name that turns text around', { tool: 'Bash' }, { folder: '/x/a\u202eb', demo: false }, 'Runs this command in a⟨U+202E⟩b'],
  ['anything else by its summary', { tool: 'Edit', summary: 'Edits src/a.ts' }, timetable, 'Edits src/a.ts'],
])('the dialog says what a call would do: %s', (_, ask, session, says) => {
  expect(describeCall(anAsk('make', ask), session)).toBe(says);
});
