import { expect } from './support/app';
import { formCard, isReady, testWith } from './support/asking-session';
import { text, tool } from './support/scripted-api';

/** Asks, and ends its call before the answer that counts. */
const laterTool = `
import { defineTool } from 'signalbox/tools';
export default defineTool({
  name: 'order',
  title: 'Order a train',
  description: 'Orders a train.',
  handler: (_args, { requestInteraction }) => {
    let isSure = false;
    return requestInteraction({
      type: 'input',
      prompt: 'Which train?',
      inputSchema: { type: 'form', fields: [{ id: 'train', type: 'text', label: 'Train', required: true }] },
      onResponse: ({ input }) => {
        if (isSure) return { complete: { ok: true, train: input.train } };
        isSure = true;
        return { pending: { message: 'The person thinks about it.' } };
      },
    });
  },
});
`;

const test = testWith(
  {
    trip: [tool('mcp__signalbox__plan_trip', {}), text('Planned.')],
    order: [tool('mcp__signalbox__order', {}), text('I go on meanwhile.')],
  },
  { examples: ['plan-trip'], written: { order: laterTool } },
);

test('a tool asks again in the same place, says why, and keeps what was typed', async ({ asking: { window, say, resultOf } }) => {
  await say('[[trip]] plan it');
  const dialog = window.getByRole('dialog', { name: 'Plan a trip' });
  const field = (name: string) => dialog.getByLabel(name);
  await field('Destination').fill('Oslo');
  await field('First day').fill('2026-11-18');
  await field('Last day').fill('2026-11-10');
  await isReady(dialog);
  // The dialog never closes between two prompts.
  await window.evaluate(() => {
    const closes = new MutationObserver(() => {
      if (!document.querySelector('[data-ask-dialog]')) document.body.dataset.closed = 'yes';
    });
    closes.observe(document.body, { childList: true, subtree: true });
  });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The last day must be after the first.');
  await expect(field('Destination')).toHaveValue('Oslo');
  await expect(field('Destination')).toBeFocused();
  await field('Last day').fill('2026-11-21');
  await isReady(dialog);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toContainText('How do you want to stay? (2 of 2)');
  await expect(dialog.getByRole('radio', { name: 'Hotel' })).toBeChecked();
  await expect(dialog.getByLabel('Budget in euros')).toHaveValue('300');
  expect(await window.evaluate(() => document.body.dataset.closed)).toBeUndefined();
  await dialog.getByRole('radio', { name: 'Tent' }).check();
  await isReady(dialog);
  await dialog.getByLabel('Budget in euros').press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await resultOf('trip')).toMatchObject({ ok: true, trip: { destination: 'Oslo', nights: 3, stay: 'tent', budget: 300 } });

  // Each prompt is a step of its own, in one block after the card of the call.
  await expect(formCard(window)).toHaveCount(1);
  await expect(formCard(window).getByText(/at \d\d:\d\d$/)).toHaveCount(3);
  await expect(formCard(window)).toContainText(/Oslo.*The last day must be after the first\..*Oslo.*\(2 of 2\).*Tent, 300 €/s);
});

test('a prompt whose tool ended with the app is shown read-only, and Claude is told', async ({
  asking: { window: before, say, crash },
}) => {
  await say('[[trip]] plan it');
  const first = before.getByRole('dialog', { name: 'Plan a trip' });
  await first.getByLabel('Destination').fill('Oslo');
  await first.getByLabel('First day').fill('2026-11-18');
  await first.getByLabel('Last day').fill('2026-11-21');
  await isReady(first);
  await first.getByRole('button', { name: 'Submit' }).click();
  await first.getByLabel('Anything else').fill('No early trains');

  // The tool's process is gone, and with it what it had asked before.
  const { window } = await crash();
  const dialog = window.getByRole('dialog', { name: 'Plan a trip' });
  await expect(dialog).toContainText('Signalbox restarted, so this tool can’t go on from here.');
  await expect(dialog.getByRole('radio', { name: 'Hotel' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Tell Claude' })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Tell Claude' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(window.getByRole('log', { name: 'Transcript' })).toContainText('Planned.');
});

test('a prompt that is answered later waits at the end of the conversation, which goes on meanwhile', async ({
  asking: { window, say, resultOf },
}) => {
  await say('[[order]] order it');
  const dialog = window.getByRole('dialog', { name: 'Order a train' });
  await dialog.getByRole('textbox', { name: 'Train' }).fill('The slow one');
  await isReady(dialog);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  expect(await resultOf('order')).toMatchObject({ ok: true, pending: true, message: 'The person thinks about it.' });
  const log = window.getByRole('log', { name: 'Transcript' });
  await expect(log).toContainText('I go on meanwhile.');
  await expect(dialog).toContainText('Claude was told that you will answer later.');
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(formCard(window)).toHaveCount(1);
  await expect(log).toContainText(/Waits for your answer.*I go on meanwhile\..*Which train\?/s);
  await expect(formCard(window).getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled', 'true');
  await formCard(window).getByRole('textbox', { name: 'Train' }).fill('The fast one');
  await formCard(window).getByRole('button', { name: 'Submit' }).click();
  await expect(formCard(window)).toContainText('Submitted: The fast one');
  await expect(formCard(window).getByRole('button', { name: 'Submit' })).toHaveCount(0);
});
