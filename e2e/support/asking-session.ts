import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect, type RunningApp, root } from './app';
import { request } from './bridge';
import { claudeHome } from './claude-home';
import { runProcesses } from './processes';
import { type Scenario, startScriptedApi } from './scripted-api';
import { transcriptLog } from './window';

export interface AskingSession extends RunningApp {
  say(words: string): Promise<void>;
  /** What Claude got from the call in the first step of a play. */
  resultOf(play: string): Promise<unknown>;
  /** Ends the app as a crash does, and starts it again. */
  crash(): Promise<RunningApp>;
}

interface PersonTools {
  /** From resources/examples. */
  readonly examples?: readonly string[];
  /** The code of tools by the name of their folder. */
  readonly written?: Readonly<Record<string, string>>;
}

/** A session of the real CLI that is told which tools to call, also tools of the person's own. */
export const testWith = (plays: NonNullable<Scenario['plays']>, { examples = [], written = {} }: PersonTools = {}) =>
  base.extend<{ asking: AskingSession }>({
    asking: async ({ launch, userData }, use) => {
      for (const [name, code] of Object.entries(written)) {
        mkdirSync(path.join(userData, 'tools', name), { recursive: true });
        writeFileSync(path.join(userData, 'tools', name, 'tool.mjs'), code);
      }
      for (const name of examples)
        cpSync(path.join(root, 'resources/examples', name), path.join(userData, 'tools', name), { recursive: true });
      const api = await startScriptedApi({ plays });
      const home = claudeHome({ apiUrl: api.url });
      try {
        // Its date fields take month, day and year.
        const app = await launch({ env: home.env, args: ['--lang=en-US'] });
        const { window } = app;
        const { id } = await request(window, 'sessions.create', {
          folder: home.project,
          message: null,
          model: null,
          planFirst: false,
          trust: true,
          demo: false,
        });
        await use({
          ...app,
          say: async (words) => void (await request(window, 'sessions.send', { id, message: { text: words, images: [] } })),
          resultOf: async (play) => {
            const { toolResults } = await api.waitForRequest((one) => one.play?.name === play && one.play.step === 1);
            return JSON.parse(toolResults[0]?.text ?? 'null');
          },
          crash: async () => {
            app.process.kill('SIGKILL');
            await expect.poll(() => runProcesses(userData)).toEqual([]);
            return launch({ env: home.env });
          },
        });
      } finally {
        await api.close();
        await home.remove();
      }
    },
  });

export const formDialog = (page: Page) => page.getByRole('dialog', { name: 'Claude needs your input' });
export const formCard = (page: Page) => transcriptLog(page).getByRole('group', { name: 'Form' });

/** Waits until the form in the dialog takes answers: in its first moments it takes none. */
export const isReady = async (dialog: ReturnType<Page['getByRole']>): Promise<void> =>
  expect(dialog.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('aria-disabled', 'true');
