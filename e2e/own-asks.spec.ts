import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { expect, test } from './support/app';
import { askInClaudeSettings } from './support/asking-settings';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { startScriptedApi, text, tool } from './support/scripted-api';
import { messageField, permissionDialog, transcriptLog } from './support/window';

const bash = (command: string) => tool('Bash', { command, description: 'Do it' });

const plays = {
  touch: [bash('touch first.txt'), text('Made the first.')],
  asks: [bash('ls ask-me.txt'), bash('ls | grep x'), bash('cat hook-ask.txt'), text('Asked three times.')],
  rewrite: [bash('touch hook-rewrite'), text('Made it.')],
};
const who = ['Your rule Bash(ls ask-me*) asks', 'Your rule Bash(grep:*) asks', 'Your hook asks: a person must look, kestrel'];

/** Sends a message, and checks that each of its calls is asked about and says who wants that. */
async function seeThreeAsks(page: Page): Promise<void> {
  await messageField(page).fill('[[asks]] look around');
  await messageField(page).press('Enter');
  for (const words of who) {
    await expect(permissionDialog(page)).toContainText(words);
    await expect(permissionDialog(page).getByRole('button', { name: 'Allow for this session' })).toBeDisabled();
    await expect(permissionDialog(page).getByRole('button', { name: 'Allow all Bash this session' })).toBeDisabled();
    await permissionDialog(page).getByRole('button', { name: 'Allow once' }).click();
  }
  await expect(transcriptLog(page)).toContainText('Asked three times.');
}

for (const [version, claude] of Object.entries(presentClaudeVersions())) {
  test(`what the person’s Claude settings ask about is asked in every mode, with who wants it, on ${version}`, async ({ launch }) => {
    const api = await startScriptedApi({ plays });
    const home = claudeHome({ apiUrl: api.url });
    askInClaudeSettings(home);
    try {
      const { window } = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: claude } });
      const start = (mode: 'ask' | 'safe' | 'all', words: string | null) =>
        request(window, 'sessions.create', {
          folder: home.project,
          message: words === null ? null : { text: words, images: [] },
          model: null,
          planFirst: false,
          permissions: mode === 'all' ? { mode, minutes: 30 } : { mode },
          trust: true,
          demo: false,
        });
      for (const mode of ['safe', 'all'] as const) {
        await start(mode, null);
        await seeThreeAsks(window);
      }
      await start('ask', '[[touch]] make it');
      await permissionDialog(window).getByRole('button', { name: 'Allow all Bash this session' }).click();
      await expect(transcriptLog(window)).toContainText('Made the first.');
      await seeThreeAsks(window);
      const decisions = await request(window, 'ledger.decisions', { limit: 10 });
      expect(decisions.filter(({ askedBy }) => askedBy !== null).map(({ surface }) => surface)).toEqual(Array(9).fill('dialog'));
    } finally {
      await api.close();
      await home.remove();
    }
  });

  test(`a call that a hook changed is shown as it runs, with what Claude said one click away, on ${version}`, async ({ launch }) => {
    const api = await startScriptedApi({ plays });
    const home = claudeHome({ apiUrl: api.url });
    askInClaudeSettings(home);
    try {
      const { window } = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: claude } });
      const message = { text: '[[rewrite]] make it', images: [] };
      await request(window, 'sessions.create', { folder: home.project, message, model: null, planFirst: false, trust: true, demo: false });
      await expect(permissionDialog(window)).toContainText('Your hook changed this call.');
      await expect(permissionDialog(window)).toContainText('touch rewritten.txt');
      await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
      await expect(transcriptLog(window)).toContainText('Made it.');
      expect(['hook-rewrite', 'rewritten.txt'].map((file) => existsSync(path.join(home.project, file)))).toEqual([false, true]);
      const call = transcriptLog(window).getByRole('group', { name: 'Permission request: Bash' });
      await expect(call).toContainText('touch rewritten.txt');
      await expect(call).not.toContainText('touch hook-rewrite');
      await call.getByText('Changed by your hook').click();
      await expect(call).toContainText('touch hook-rewrite');
    } finally {
      await api.close();
      await home.remove();
    }
  });
}
