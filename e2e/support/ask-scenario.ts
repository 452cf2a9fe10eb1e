import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoEnv } from './demo';

const plan = `# Move the parser

1. Read \`src/parse.ts\` and **list** its callers
2. Split it in two
   - tokens
   - tree
3. Run the tests

| file | change |
|---|---|
| parse.ts | smaller |

See [the guide](https://example.com/guide). <b>raw</b> ![chart](https://example.com/chart.png)
`;

/** Asks of every kind that the shipped scenarios don't have. */
const scenario = {
  about: 'asks of every kind',
  turns: [
    {
      match: '^edit$',
      steps: [
        { tool: { name: 'Read', ask: false, input: { file_path: '{{cwd}}/notes.txt' } } },
        {
          tool: {
            name: 'Edit',
            ask: true,
            input: { file_path: '{{cwd}}/notes.txt', old_string: 'two', new_string: 'zwei' },
          },
        },
        { text: 'Edited: {{result}}' },
      ],
    },
    {
      match: '^previews$',
      steps: [
        {
          question: [
            {
              question: 'Which layout?',
              header: 'Layout',
              multiSelect: false,
              options: [
                { label: 'Rows', description: 'One below the other', preview: '+---+\n| a |\n+---+\n| b |\n+---+' },
                { label: 'Columns', description: 'Side by side', preview: '+---+---+\n| a | b |\n+---+---+' },
              ],
            },
          ],
        },
        { text: 'Layout: {{answer Layout}}.' },
      ],
    },
    {
      match: '^fields$',
      steps: [
        { tool: { name: 'WebFetch', ask: true, input: { url: 'https://example.com/a', prompt: 'What does it say?' }, result: 'Nothing.' } },
        { text: 'Read.' },
      ],
    },
    { match: '^long plan$', steps: [{ plan }, { text: 'On it.' }] },
    { match: '^unwritten plan$', steps: [{ plan: '' }, { text: 'On it.' }] },
  ],
};

/** The environment for a demo agent that plays this scenario. Its file is written to `folder`. */
export function everyKindOfAsk(folder: string) {
  const file = path.join(folder, 'every-kind.json');
  writeFileSync(file, JSON.stringify(scenario));
  return demoEnv(file);
}
