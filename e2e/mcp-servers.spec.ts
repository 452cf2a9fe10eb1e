import { writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { test as base, expect } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { startScriptedApi, text, tool } from './support/scripted-api';
import { startSignInServer } from './support/sign-in-server';
import { messageField, sessionTab, transcriptLog } from './support/window';

const call = (name: string) => [tool(`mcp__desk__${name}`, {}), text('Thanks.')];
const plays = { ask: call('ask'), confirm: call('confirm'), look: call('look'), weather: call('weather'), wait: call('wait') };

interface Session {
  readonly window: Page;
  /** Sends a message that makes Claude call the tool of this name. */
  call(name: keyof typeof plays): Promise<void>;
  openPage(): Promise<void>;
}

/** A session of the real CLI with an MCP server that works, one that wants a sign-in, and one that fails. */
const test = base.extend<{ session: Session }>({
  session: async ({ launch }, use) => {
    const api = await startScriptedApi({ plays });
    const signIn = await startSignInServer();
    const home = claudeHome({ apiUrl: api.url });
    const mcpServers = {
      desk: {
        command: process.execPath,
        args: [path.join(import.meta.dirname, 'support', 'mcp-server.mjs')],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      },
      private: { type: 'http', url: signIn.url },
      broken: { command: '/bin/false' },
    };
    writeFileSync(path.join(home.configDir, '.claude.json'), JSON.stringify({ mcpServers }));
    writeFileSync(path.join(home.configDir, 'settings.json'), JSON.stringify({ permissions: { allow: ['mcp__desk'] } }));
    try {
      const { window } = await launch({ env: home.env });
      await request(window, 'sessions.create', {
        folder: home.project,
        message: null,
        model: null,
        planFirst: false,
        trust: true,
        demo: false,
      });
      await expect(sessionTab(window, /idle/)).toBeVisible();
      const openPage = async (): Promise<void> => {
        await window.keyboard.press('ControlOrMeta+k');
        await window.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('connectors');
        await window.keyboard.press('Enter');
      };
      await openPage();
      await expect(server(window, 'desk')).toContainText('connected');
      await window.getByRole('tab', { name: 'Conversation' }).click();
      await use({
        window,
        openPage,
        call: async (name) => {
          await messageField(window).fill(`[[${name}]]`);
          await messageField(window).press('Enter');
        },
      });
    } finally {
      await api.close();
      signIn.close();
      await home.remove();
    }
  },
});

const axe = async (window: Page) => (await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations;
const page = (window: Page) => window.getByRole('region', { name: 'MCP servers' });
const server = (window: Page, name: string) => page(window).getByRole('listitem', { name, exact: true });
const toolCard = (window: Page, name: string) => transcriptLog(window).locator('[data-status]').filter({ hasText: name });

test('the page says how each server is doing, and each can be turned off, on, and reconnected', async ({
  session: { window, openPage },
}) => {
  await openPage();
  const desk = server(window, 'desk');
  await expect(desk).toContainText('from your own Claude settings · version 1.4');
  await desk.getByText('5 tools').click();
  await expect(desk.getByRole('listitem').filter({ hasText: 'look' })).toContainText('only reads');
  await desk.getByRole('button', { name: 'Turn off desk' }).click();
  await expect(desk).toContainText('off');
  await expect(desk.getByText('5 tools')).toBeHidden();
  await desk.getByRole('button', { name: 'Turn on desk' }).click();
  await expect(desk).toContainText('connected');
  await desk.getByRole('button', { name: 'Reconnect desk' }).click();
  await expect(desk).toContainText('connected');

  const broken = server(window, 'broken');
  await expect(broken).toContainText('Connection closed');
  await broken.getByRole('button', { name: 'Reconnect broken' }).click();
  await expect(broken.getByRole('alert')).toContainText('Connection closed');

  expect(await axe(window)).toEqual([]);

  const ours = server(window, 'signalbox');
  await expect(ours).toContainText('part of Signalbox');
  await expect(ours.getByRole('button')).toHaveCount(0);

  // Without a run nobody knows them.
  await window.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page(window)).toContainText('Claude isn’t running in this session');
  await page(window).getByRole('button', { name: 'Start Claude' }).click();
  await expect(desk).toContainText('connected');
});

test('a server that needs a sign-in shows the whole address before anything opens, and is connected after it', async ({
  session: { window, openPage },
}) => {
  await openPage();
  const wanted = server(window, 'private');
  await expect(wanted).toContainText('needs you to sign in');
  await wanted.getByRole('button', { name: 'Sign in to private' }).click();
  const address = await wanted.getByText(/^http:\/\/127\.0\.0\.1:\d+\/authorize\?/).innerText();
  await expect(wanted.getByRole('region', { name: 'Sign in to private' })).toContainText(`Sign in on ${new URL(address).host}`);
  await expect(wanted.getByRole('button', { name: 'Open the page' })).toBeVisible();
  // The browser of a person who agrees.
  await fetch(address);
  await expect(wanted).toContainText('version 9');
  await expect(wanted.getByRole('region', { name: 'Sign in to private' })).toBeHidden();
});

test('what a server asks is filled in, declined or closed in the dialog, and each is another answer', async ({
  session: { window, call: make },
}) => {
  const dialog = window.getByRole('dialog', { name: 'desk needs your input' });
  const answers = transcriptLog(window).getByText(/^The answer:/);
  await make('ask');
  await expect(dialog).toContainText('Who is this for?');
  await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ann');
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Bea');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const first = transcriptLog(window).getByRole('group', { name: 'Form' }).first();
  await expect(first).toContainText('Submitted: Your name: Bea, Size: Large');
  await transcriptLog(window).getByText('What Claude got').click();
  await expect(answers).toHaveText('The answer: {"action":"accept","content":{"name":"Bea","size":"l"}}');

  for (const [button, shown, answer] of [
    ['Decline', 'Declined', 'decline'],
    ['Cancel', 'Closed without an answer', 'cancel'],
  ] as const) {
    await make('ask');
    await dialog.getByRole('button', { name: button }).click();
    await expect(transcriptLog(window).getByRole('group', { name: 'Form' }).last()).toContainText(shown);
    await transcriptLog(window).getByText('What Claude got').last().click();
    await expect(answers.last()).toHaveText(`The answer: {"action":"${answer}"}`);
  }
});

test('a server that only wants a yes gets one', async ({ session: { window, call: make } }) => {
  const dialog = window.getByRole('dialog', { name: 'desk needs your input' });
  await make('confirm');
  await expect(dialog).toContainText('Go on?');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await transcriptLog(window).getByText('What Claude got').click();
  await expect(transcriptLog(window).getByText(/^The answer:/)).toHaveText('The answer: {"action":"accept","content":{}}');
});

test('each kind of result is drawn in the card of its call, and only what is safe opens', async ({ session: { window, call: make } }) => {
  await make('look');
  const card = toolCard(window, 'look').first();
  await expect(card).toContainText('Audio, not played (audio/wav, 5 bytes)');
  await expect(card.getByRole('link', { name: 'A page' })).toHaveAttribute('href', 'https://example.com/page');
  await expect(card.getByRole('button', { name: 'Show in folder: Your notes' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Show in folder: Not yours' })).toHaveCount(0);
  await expect(card.getByRole('link')).toHaveCount(1);
  await expect(card).toContainText('Remember the milk.');
  await card.getByRole('button', { name: 'Show in folder: Your notes' }).click();
  await expect(card.getByRole('alert')).toContainText('This file does not exist.');

  await make('weather');
  await expect(toolCard(window, 'weather').first()).toContainText('"conditions": "Light rain / drizzle"');

  expect(await axe(window)).toEqual([]);

  await make('wait');
  await expect(toolCard(window, 'wait').first()).toContainText(/running for \d/);
  await expect(toolCard(window, 'wait').first()).toContainText('done');
  await expect(toolCard(window, 'wait').first()).not.toContainText('running for');
});
