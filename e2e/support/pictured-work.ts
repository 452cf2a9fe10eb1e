/** The demo agent's scenario for the pictures: what Claude says and does for each message. */
const edit = {
  file_path: '{{cwd}}/src/board.ts',
  old_string: "export function line({ time, to, platform }: Train): string {\n  return [time, to, platform].join('  ');\n}",
  new_string:
    "export function line({ time, expected, to, platform }: Train): string {\n  const shown = expected === time ? time : [time, expected].join(' → ');\n  return [shown, to, platform].join('  ');\n}",
};

const late = {
  match: '^Show late trains',
  steps: [
    { thinking: 'The board prints the planned time only. The expected one is already in the feed, so the change belongs in board.ts.' },
    { text: 'I look at how a line of the board is put together.\n' },
    { tool: { name: 'Read', ask: false, input: { file_path: '{{cwd}}/src/board.ts' } } },
    { text: 'The feed already has `expected`; the board only never shows it.\n' },
    { tool: { name: 'Edit', ask: true, input: edit } },
    { tool: { name: 'Bash', ask: true, input: { command: 'npm run check', description: 'Run the checks of the board' } } },
    { tool: { name: 'Bash', ask: true, input: { command: 'npm run preview', description: 'Draw the board once' } } },
    {
      text: "Late trains now stand on the board with **both times**:\n\n```ts\nconst shown = expected === time ? time : [time, expected].join(' → ');\n```\n\nTrains on time look as they did. The checks pass.",
    },
  ],
};

const command = (match: string, said: string, run: string, description: string) => ({
  match,
  steps: [
    { text: `${said}\n` },
    { tool: { name: 'Bash', ask: true, input: { command: run, description } } },
    { if: 'denied', text: 'Understood, I leave that to you.' },
    { if: 'allowed', text: 'Done.' },
  ],
});

const question = {
  match: '^Let people choose',
  steps: [
    { text: 'Two things are open before I begin.\n' },
    {
      question: [
        {
          question: 'Where should the choice of language be kept?',
          header: 'Storage',
          multiSelect: false,
          options: [
            { label: 'In the address', description: '/de/departures: links keep their language' },
            { label: 'In a cookie', description: 'One address for all, remembered on this device' },
            { label: 'In the account', description: 'Only for people who are signed in' },
          ],
        },
        {
          question: 'Which languages come first?',
          header: 'Languages',
          multiSelect: true,
          options: [
            { label: 'German', description: 'Texts are there' },
            { label: 'French', description: 'Texts are there' },
            { label: 'Italian', description: 'About half is translated' },
          ],
        },
      ],
    },
    { text: 'Thank you, I begin.' },
  ],
};

const plan = {
  match: '^Move the timetable',
  steps: [
    {
      plan: '# Move the timetable to the new feed\n\nThe old feed is switched off in March. Both can be read side by side until then.\n\n1. Read the new feed in `src/feed/next.ts`, behind the same `Timetable` interface\n2. Compare both for a day and **log every difference**\n3. Switch over, and delete `src/feed/old.ts`\n\n| file | change |\n|---|---|\n| `src/feed/next.ts` | new |\n| `src/feed/timetable.ts` | chooses the feed |\n| `test/feed.test.ts` | runs on both |\n\nNothing on the board changes until step 3.',
    },
    { text: 'I begin with the new feed.' },
  ],
};

const said = (match: string, text: string) => ({ match, steps: [{ text }] });

export const picturedWork = {
  about: 'the work of a person with several sessions',
  turns: [
    late,
    command(
      '^Round refunds',
      'Refunds are rounded twice. First I run the tests as they are.',
      'npm run refunds',
      'Run the tests of refunds',
    ),
    command(
      '^Clean up',
      'The old build has to go before the branch is replaced.',
      'rm -rf build && git push --force origin site',
      'Remove the old build and replace the branch',
    ),
    question,
    plan,
    said('^Why is the fare', 'The fare counts the short hop to Cedar Junction twice: `legs.ts` adds it, and so does `transfers.ts`.'),
    command('^Write the notes', 'The notes for 2.4 are in `NOTES.md`. I tag the version.', 'git tag v2.4', 'Tag the version'),
    said('^Name the days', 'Days are named in all four languages now.'),
    { steps: [{ text: 'Done.' }] },
  ],
};
