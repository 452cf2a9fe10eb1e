import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { startScriptedApi, text, tool } from './support/scripted-api';
import { permissionDialog, transcriptLog } from './support/window';

test.skip(process.platform !== 'linux', 'names the shells by their places on Debian');

const bash = (command: string) => tool('Bash', { command, description: 'Look around' });

/** Each line looks as if it only reads. Before we read lines strictly, each one ran another command without asking. */
const disguised = ['git status 1>(touch fooled-1)', '2>&1 { touch fooled-2 }', 'cat < =(touch fooled-3)'];
const shells = { bash: '/bin/bash', zsh: '/usr/bin/zsh' };
const whichShell = 'echo "bash:$BASH_VERSION:zsh:$ZSH_VERSION:"';
const answers = { bash: /bash:\d[^:]*:zsh::/, zsh: /bash::zsh:\d[^:]*:/ };

for (const [version, claude] of Object.entries(presentClaudeVersions()))
  for (const shell of ['bash', 'zsh'] as const)
    test(`disguised commands are asked about in safe mode, in ${shell} on claude ${version}`, async ({ launch }) => {
      const api = await startScriptedApi({ plays: { look: [bash(whichShell), ...disguised.map(bash), text('Looked around.')] } });
      const home = claudeHome({ apiUrl: api.url });
      writeFileSync(path.join(home.project, 'a.txt'), 'a\n');
      try {
        const { window } = await launch({ env: { ...home.env, SHELL: shells[shell], SIGNALBOX_CLAUDE: claude } });
        await request(window, 'sessions.create', {
          folder: home.project,
          message: { text: '[[look]] look around', images: [] },
          model: null,
          planFirst: false,
          permissions: { mode: 'safe' },
          trust: true,
          demo: false,
        });
        await expect(permissionDialog(window)).toContainText(whichShell);
        await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
        for (const command of disguised) {
          await expect(permissionDialog(window)).toContainText(command);
          await permissionDialog(window).getByRole('button', { name: 'Deny', exact: true }).click();
        }
        const transcript = transcriptLog(window);
        await expect(transcript).toContainText('Looked around.');
        await expect(transcript).toContainText(answers[shell]);
        expect(readdirSync(home.project)).toEqual(['a.txt']);
      } finally {
        await api.close();
        await home.remove();
      }
    });
