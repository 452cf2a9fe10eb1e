import { readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './support/app';
import { formCard, formDialog, isReady, testWith } from './support/asking-session';
import { request } from './support/bridge';
import { text, tool } from './support/scripted-api';
import { messageField, permissionDialog, transcriptLog } from './support/window';

const askUser = (input: Readonly<Record<string, unknown>>) => tool('mcp__signalbox__ask_user', input);
const askApproval = (input: Readonly<Record<string, unknown>>) => tool('mcp__signalbox__request_approval', input);
const showUser = (input: Readonly<Record<string, unknown>>) => tool('mcp__signalbox__show_user', input);

/** One field of every type, and more than fit in one step. */
const trip = [
  { id: 'name', type: 'text', label: 'Traveller', required: true, description: 'As in the passport', placeholder: 'Ann Example' },
  { id: 'code', type: 'text', label: 'Booking code', pattern: '[A-Z]{3}', required: true },
  { id: 'people', type: 'number', label: 'People', integer: true, min: 1, max: 9, defaultValue: 1 },
  {
    id: 'class',
    type: 'radio',
    label: 'Class',
    required: true,
    options: [
      { value: '1', label: 'First', description: 'Wide seats' },
      { value: '2', label: 'Second' },
    ],
  },
  { id: 'from', type: 'select', label: 'From', options: [{ value: 'ash', label: 'Ash Vale' }, 'Birch Halt'], required: true },
  { id: 'extras', type: 'multiselect', label: 'Extras', options: ['Bicycle', 'Dog', 'Meal'] },
  { id: 'day', type: 'date', label: 'Day', required: true },
  { id: 'by', type: 'date', format: 'date-time', label: 'Latest arrival' },
  { id: 'note', type: 'textarea', label: 'Note', defaultValue: 'Thanks' },
  { id: 'terms', type: 'checkbox', label: 'I agree', required: true },
];
const short = trip.slice(0, 4);

const plays = {
  trip: [askUser({ title: 'Where does the trip go?', fields: trip }), text('Booked.')],
  short: [askUser({ title: 'Who travels?', fields: short }), text('Noted.')],
  name: [askUser({ question: 'Which town?' }), text('Noted.')],
  approve: [
    askApproval({ action: 'Publish the timetable', reason: 'All is ready', scopes: ['once', 'session', 'always'] }),
    text('Understood.'),
  ],
  show: [
    showUser({ title: 'Departures', table: { columns: ['To', 'At'], rows: [['Ash Vale', '12:03']] } }),
    showUser({ markdown: 'All **trains** run.' }),
    tool('mcp__signalbox__notify_user', { title: 'Timetable', body: 'It is ready' }),
    text('Shown.'),
  ],
};

const test = testWith(plays);
const violationsIn = async (page: Page) => (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations;
test('a form with every type of field is filled in by keyboard alone, step by step, and Claude gets the values', async ({
  asking: { window, say, resultOf },
}) => {
  await say('[[trip]] ask me');
  await expect(formDialog(window)).toContainText('Where does the trip go?');
  await expect(formDialog(window)).toContainText('Step 1 of 2');
  await expect(formDialog(window).getByRole('textbox', { name: 'Traveller' })).toBeFocused();
  await isReady(formDialog(window));
  const keys = async (...pressed: string[]): Promise<void> => {
    for (const key of pressed) await window.keyboard.press(key);
  };
  await window.keyboard.type('Ann');
  await keys('Tab');
  await window.keyboard.type('ABC');
  await keys('Tab', 'Control+A');
  await window.keyboard.type('3');
  await keys('Tab', '2');
  await expect(formDialog(window).getByRole('radio', { name: 'Second' })).toBeChecked();
  await keys('Tab', 'B', 'Tab');
  // In this step Enter goes on to the next.
  await formDialog(window).getByRole('textbox', { name: 'People' }).focus();
  await keys('Enter');
  await expect(formDialog(window)).toContainText('Step 2 of 2');
  await expect(formDialog(window).getByRole('checkbox', { name: 'Bicycle' })).toBeFocused();
  await keys('1', '3', 'Tab', 'Tab', 'Tab');
  await window.keyboard.type('11182026');
  await keys('Tab', 'Tab');
  await window.keyboard.type('11182026');
  await keys('Tab');
  await window.keyboard.type('0745PM');
  await formDialog(window).getByRole('textbox', { name: 'Note' }).focus();
  await keys('End', 'Enter');
  await window.keyboard.type('Two lines');
  await keys('Tab', 'Space', 'Control+Enter');
  await expect(formDialog(window)).toHaveCount(0);
  const by = expect.stringMatching(/^2026-11-18T19:45:00[+-]\d\d:\d\d$/);
  expect(await resultOf('trip')).toEqual({
    ok: true,
    answers: {
      name: 'Ann',
      code: 'ABC',
      people: 3,
      class: '2',
      from: 'Birch Halt',
      extras: ['Bicycle', 'Meal'],
      day: '2026-11-18',
      by,
      note: 'Thanks\nTwo lines',
      terms: true,
    },
  });
});

test('what is wrong is said at its field, which gets the focus, and everything that was typed stays', async ({
  asking: { window, say, resultOf },
}) => {
  await say('[[short]] ask me');
  const field = (name: string) => formDialog(window).getByRole('textbox', { name });
  const submit = formDialog(window).getByRole('button', { name: 'Submit' });
  await field('Booking code').fill('abc');
  await field('People').fill('many');
  await isReady(formDialog(window));
  await submit.click();
  await expect(field('Traveller')).toBeFocused();
  await expect(field('Traveller')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Traveller')).toHaveAccessibleDescription(/As in the passport.*Fill in this field\./s);
  await expect(formDialog(window).getByRole('alert')).toHaveText(['Fill in this field.', 'Enter a number.', 'Choose an option.']);
  await expect(formDialog(window).getByRole('radiogroup', { name: 'Class' })).toHaveAccessibleDescription('Choose an option.');
  expect(await field('People').inputValue()).toBe('many');

  await field('Traveller').fill('Ann');
  await field('People').fill('2');
  await formDialog(window).getByRole('radio', { name: 'First' }).check();
  // Only the main process tries patterns.
  await submit.click();
  await expect(formDialog(window).getByRole('alert')).toHaveText(['This does not have the expected form.']);
  await expect(field('Booking code')).toBeFocused();
  expect(await field('Booking code').inputValue()).toBe('abc');
  await field('Booking code').fill('ABC');
  await field('Booking code').press('Enter');
  expect(await resultOf('short')).toEqual({ ok: true, answers: { name: 'Ann', code: 'ABC', people: 2, class: '1' } });
});

test('the dialog, the card in its call and the inbox show the same unsent answer, and the dialog can be put away', async ({
  asking: { window, say, resultOf },
}) => {
  await say('[[name]] ask me');
  await formDialog(window).getByRole('textbox', { name: 'Your answer' }).fill('Ash V');
  await window.keyboard.press('Escape');
  await expect(formDialog(window)).toHaveCount(0);
  await expect(formCard(window)).toHaveCount(1);
  await expect(formCard(window).getByRole('textbox', { name: 'Your answer' })).toHaveValue('Ash V');
  await window.getByRole('button', { name: 'Waiting (1)' }).click();
  const inbox = window.getByRole('region', { name: 'Waiting for you' });
  await inbox.getByRole('button', { name: /Claude needs your input.*Which town\?/s }).click();
  const field = inbox.getByRole('textbox', { name: 'Your answer' });
  await expect(field).toHaveValue('Ash V');
  await field.press('End');
  await field.pressSequentially('ale');
  await expect(inbox.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled', 'true');
  await field.press('Enter');
  expect(await resultOf('name')).toEqual({ ok: true, answer: 'Ash Vale' });
  await expect(formCard(window)).toContainText(/Submitted: Ash Vale.*in the inbox at \d\d:\d\d/);
  await expect(formCard(window).getByRole('button', { name: 'Submit' })).toHaveCount(0);
});

test('a half-filled form is there again after kill -9 of the app, and answering it completes the same call', async ({
  asking: { window: before, userData, say, crash, resultOf },
}) => {
  await say('[[trip]] ask me');
  await formDialog(before).getByRole('textbox', { name: 'Traveller' }).fill('Ann');
  await formDialog(before).getByRole('textbox', { name: 'Booking code' }).fill('ABC');
  await formDialog(before).getByRole('textbox', { name: 'People' }).fill('a few');
  await expect.poll(() => readFileSync(path.join(userData, 'drafts.json'), 'utf8')).toContain('a few');

  const { window } = await crash();
  const field = (name: string) => formDialog(window).getByRole('textbox', { name });
  await expect(field('Traveller')).toHaveValue('Ann');
  await expect(field('Booking code')).toHaveValue('ABC');
  await expect(field('People')).toHaveValue('a few');
  await field('People').fill('4');
  await formDialog(window).getByRole('radio', { name: 'First' }).check();
  await formDialog(window).getByRole('combobox', { name: 'From' }).selectOption('Ash Vale');
  await formDialog(window).getByRole('button', { name: 'Next' }).click();
  await formDialog(window).getByLabel('Day').fill('2026-11-18');
  await formDialog(window).getByRole('checkbox', { name: 'I agree' }).check();
  await isReady(formDialog(window));
  await formDialog(window).getByRole('button', { name: 'Submit' }).click();
  expect(await resultOf('trip')).toMatchObject({ ok: true, answers: { name: 'Ann', people: 4, from: 'ash', day: '2026-11-18' } });
  await expect.poll(() => readFileSync(path.join(userData, 'drafts.json'), 'utf8')).not.toContain('a few');
});

test('a finished form stays in its call with what was submitted, where and when', async ({ asking: { window, say } }) => {
  await say('[[short]] ask me');
  await formDialog(window).getByRole('textbox', { name: 'Traveller' }).fill('<b>Ann</b>');
  await formDialog(window).getByRole('textbox', { name: 'Booking code' }).fill('ABC');
  await formDialog(window).getByRole('radio', { name: 'Second' }).check();
  await isReady(formDialog(window));
  await formDialog(window).getByRole('button', { name: 'Submit' }).click();
  await expect(transcriptLog(window)).toContainText('Noted.');
  await expect(messageField(window)).toBeFocused();
  await expect(formCard(window)).toHaveCount(1);
  await expect(formCard(window)).toContainText('Who travels?');
  await expect(formCard(window)).toContainText(
    /Submitted: Traveller: <b>Ann<\/b>, Booking code: ABC, People: 1, Class: Second\s*in the dialog at \d\d:\d\d/,
  );
  await formCard(window).getByText('Submitted:').click();
  await expect(formCard(window).getByRole('definition')).toHaveText(['<b>Ann</b>', 'ABC', '1', 'Second']);
});

test('a form that was closed without an answer says so', async ({ asking: { window, say, resultOf } }) => {
  await say('[[name]] ask me');
  await isReady(formDialog(window));
  await formDialog(window).getByRole('button', { name: 'Cancel' }).click();
  expect(await resultOf('name')).toEqual({ ok: false, cancelled: true });
  await expect(formCard(window)).toContainText(/Closed without an answer\s*in the dialog at/);
});

test('an approval offers its scopes, and is denied with a reason', async ({ asking: { window, say, resultOf } }) => {
  await say('[[approve]] go on');
  await expect(permissionDialog(window)).toContainText('Publish the timetable');
  for (const name of ['Allow once', 'Allow for this session', 'Always allow', 'Deny'])
    await expect(permissionDialog(window).getByRole('button', { name, exact: true })).toBeEnabled();
  for (const name of ['Always allow…', 'Edit input', 'Allow, but…', 'Deny and stop'])
    await expect(permissionDialog(window).getByRole('button', { name, exact: true })).toHaveCount(0);
  await permissionDialog(window).getByRole('textbox', { name: 'Reason for denial (optional)' }).fill('Not today');
  await permissionDialog(window).getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await resultOf('approve')).toEqual({ ok: false, denied: true, reason: 'Not today' });
  await expect(transcriptLog(window).getByRole('group', { name: /^Permission request/ })).toContainText('Denied: Not today');
});

test('an approval for the session is not asked for again', async ({ asking: { window, say, resultOf } }) => {
  await say('[[approve]] go on');
  await permissionDialog(window).getByRole('button', { name: 'Allow for this session' }).click();
  expect(await resultOf('approve')).toEqual({ ok: true, scope: 'session' });
  await expect(transcriptLog(window)).toContainText('Understood.');
  await say('[[approve]] once more');
  await expect(transcriptLog(window).getByText('Understood.')).toHaveCount(2);
  expect(await request(window, 'asks.list')).toEqual([]);
});

test('a window or a session in which tools may not ask shows a form read-only, and can turn them on', async ({
  asking: { window, say, resultOf },
}) => {
  await say('[[name]] ask me');
  await expect(formDialog(window)).toBeVisible();
  await request(window, 'settings.change', { interactive: false });
  await expect(formDialog(window)).toContainText('Interactive mode is off — turn it on to respond');
  await expect(formDialog(window).getByRole('textbox', { name: 'Your answer' })).toBeDisabled();
  await expect(formDialog(window).getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await formDialog(window).getByRole('button', { name: 'Turn on in this window' }).click();
  await expect(formDialog(window).getByRole('textbox', { name: 'Your answer' })).toBeEnabled();
  await window.getByRole('combobox', { name: 'Permission mode' }).selectOption('Stop tools from asking me here');
  await formDialog(window).getByRole('button', { name: 'Turn on in this session' }).click();
  await formDialog(window).getByRole('textbox', { name: 'Your answer' }).fill('Ash Vale');
  await isReady(formDialog(window));
  await formDialog(window).getByRole('button', { name: 'Submit' }).click();
  expect(await resultOf('name')).toEqual({ ok: true, answer: 'Ash Vale' });
});

test('what Claude shows is drawn in its call, and what it tells is one line', async ({ asking: { window, say } }) => {
  await say('[[show]] show me');
  const table = transcriptLog(window).getByRole('figure', { name: 'Departures' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['To', 'At']);
  await expect(table.getByRole('cell')).toHaveText(['Ash Vale', '12:03']);
  await expect(transcriptLog(window).locator('strong', { hasText: 'trains' })).toBeVisible();
  await expect(transcriptLog(window)).toContainText('Timetable: It is ready');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with forms in the ${colorScheme} window`, async ({ asking: { window, say } }) => {
    await window.emulateMedia({ colorScheme });
    await say('[[trip]] ask me');
    await isReady(formDialog(window));
    await formDialog(window).getByRole('button', { name: 'Next' }).click();
    await expect(formDialog(window).getByRole('alert').first()).toBeVisible();
    expect(await violationsIn(window)).toEqual([]);
    await formDialog(window).getByRole('textbox', { name: 'Traveller' }).fill('Ann');
    await formDialog(window).getByRole('textbox', { name: 'Booking code' }).fill('ABC');
    await formDialog(window).getByRole('radio', { name: 'First' }).check();
    await formDialog(window).getByRole('combobox', { name: 'From' }).selectOption('Ash Vale');
    await formDialog(window).getByRole('button', { name: 'Next' }).click();
    await expect(formDialog(window)).toContainText('Step 2 of 2');
    expect(await violationsIn(window)).toEqual([]);
    await window.keyboard.press('Escape');
    await expect(formDialog(window)).toHaveCount(0);
    expect(await violationsIn(window)).toEqual([]);
    await window.getByRole('button', { name: 'Waiting (1)' }).click();
    const inbox = window.getByRole('region', { name: 'Waiting for you' });
    await inbox.getByRole('button', { name: /Claude needs your input/ }).click();
    await expect(inbox.getByText('Step 2 of 2')).toBeVisible();
    expect(await violationsIn(window)).toEqual([]);
    await inbox.getByRole('button', { name: 'Close the inbox' }).click();
    await formCard(window).getByRole('button', { name: 'Cancel' }).click();
    await expect(formCard(window)).toContainText('Closed without an answer');
    await say('[[approve]] go on');
    await expect(permissionDialog(window)).toBeVisible();
    expect(await violationsIn(window)).toEqual([]);
  });
}

test('in the smallest window, with the largest text, a form needs no scrolling sideways', async ({ asking: { window, electron, say } }) => {
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1, 1));
  await request(window, 'settings.change', { fontSize: 20 });
  await say('[[trip]] ask me');
  await isReady(formDialog(window));
  await formDialog(window).getByRole('button', { name: 'Next' }).click();
  await expect(formDialog(window).getByRole('alert').first()).toBeVisible();
  const tooWide = () =>
    window.evaluate(() =>
      [...document.querySelectorAll('html, main, [role=log], [role=dialog], [role=dialog] > div')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName}.${element.className}`),
    );
  expect(await tooWide()).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(formDialog(window)).toHaveCount(0);
  expect(await tooWide()).toEqual([]);
});

test('the rest of a half-written message does not go into a form that opens, and submits nothing', async ({ asking: { window, say } }) => {
  await messageField(window).focus();
  await window.keyboard.type('half a thought');
  await say('[[name]] ask me');
  await expect(formDialog(window)).toBeVisible();
  await isReady(formDialog(window));
  await window.keyboard.type(', and the rest of it');
  await window.keyboard.press('Enter');
  await expect(formDialog(window).getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
  expect(await request(window, 'asks.list')).toHaveLength(1);
  await expect(messageField(window)).toHaveValue('half a thought');
});

test('a double press on Next does not submit the last step', async ({ asking: { window, say } }) => {
  await say('[[trip]] ask me');
  const next = formDialog(window).getByRole('button', { name: 'Next' });
  await formDialog(window).getByRole('textbox', { name: 'Traveller' }).fill('Ann');
  await formDialog(window).getByRole('textbox', { name: 'Booking code' }).fill('ABC');
  await formDialog(window).getByRole('radio', { name: 'First' }).check();
  await formDialog(window).getByRole('combobox', { name: 'From' }).selectOption('Ash Vale');
  await isReady(formDialog(window));
  await next.dblclick();
  await expect(formDialog(window)).toContainText('Step 2 of 2');
  await expect(formDialog(window).getByRole('alert')).toHaveCount(0);
  expect(await request(window, 'asks.list')).toHaveLength(1);
});
