import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { type ClaudeHome, claudeHome } from './support/claude-home';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { startScriptedApi, text } from './support/scripted-api';
import { input, run, screen, view } from './support/terminal';
import { messageField, permissionDialog, transcriptLog } from './support/window';

test.skip(process.platform === 'win32', 'types commands of a Unix shell');

const env = { ...demoEnv('asks'), SHELL: '/bin/bash', PS1: '$ ' };
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Terminals' });

/** Starts the app with one session and its first terminal. */
async function open(launch: (options: object) => Promise<RunningApp>, more: Record<string, string> = {}) {
  const app = await launch({ env: { ...env, ...more } });
  const id = await startDemo(app.window, 'hello');
  await view(app.window, 'Terminal').click();
  await expect(input(app.window, 1)).toBeFocused();
  return { ...app, id, folder: await folderOf(app.window, id) };
}

/** The processes whose working folder is this one. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${Number(name)}/cmdline`, 'utf8')
        .replaceAll('\0', ' ')
        .trim();
      return readlinkSync(`/proc/${Number(name)}/cwd`) === folder && !command.includes('agent.mjs') ? [command] : [];
    } catch {
      return [];
    }
  });
}

/** Questions that the CLI asks in a terminal on first use, about the person, a key or a folder. */
function answerFirstQuestions({ configDir, project, env: { ANTHROPIC_API_KEY: key = '' } }: ClaudeHome): void {
  const answers = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(path.join(configDir, '.claude.json'), JSON.stringify(answers));
}

test('a command typed in a session’s terminal runs in its folder, and what it printed is there after going elsewhere', async ({
  launch,
}) => {
  const { window, folder, id } = await open(launch);
  const violations = await window.evaluateHandle(() => {
    const found: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => found.push(`${effectiveDirective} ${sample}`));
    return found;
  });
  await run(window, 1, 'echo "in $PWD"; printf "\\e[38;2;250;90;10mcoloured\\e[0m\\n"');
  await expect(screen(window, 1)).toContainText(`in ${folder}`);
  await expect(screen(window, 1).locator('.xterm-rows span', { hasText: /^coloured$/ })).toHaveAttribute('style', /color/);

  await view(window, 'Conversation').click();
  await expect(transcriptLog(window)).toContainText('hello');
  await expect(screen(window, 1)).toHaveCount(0);
  await startDemo(window, 'another');
  await expect(view(window, 'Conversation')).toHaveAttribute('aria-selected', 'true');
  await request(window, 'sessions.activate', { id });
  await view(window, 'Terminal').click();
  await expect(screen(window, 1)).toContainText(`in ${folder}`);
  await run(window, 1, 'echo still"-"here');
  await expect(screen(window, 1)).toContainText('still-here');
  expect(await violations.jsonValue()).toEqual([]);
});

test('a session has several terminals, each its own; one that is closed leaves no process', async ({ launch }) => {
  const { window, folder } = await open(launch);
  await run(window, 1, 'name=first');
  await bar(window).getByRole('button', { name: 'New terminal' }).click();
  await expect(input(window, 2)).toBeFocused();
  await run(window, 2, 'echo "[$name]"; sleep 600');
  await expect(screen(window, 2)).toContainText('[]');
  await bar(window).getByRole('button', { name: 'Terminal 1', exact: true }).click();
  await run(window, 1, 'echo "[$name]"');
  await expect(screen(window, 1)).toContainText('[first]');
  await expect.poll(() => processesIn(folder)).toContain('sleep 600');

  await bar(window).getByRole('button', { name: 'Terminal 2', exact: true }).click();
  await bar(window).getByRole('button', { name: 'Close terminal 2' }).click();
  await expect(screen(window, 1)).toContainText('[first]');
  await expect.poll(() => processesIn(folder)).toEqual(['/bin/bash -l']);
  await run(window, 1, 'exit');
  await expect(window.getByText('No terminal is open in this session.')).toBeVisible();
  expect(processesIn(folder)).toEqual([]);
  await window.getByRole('button', { name: 'Open a terminal' }).click();
  await expect(input(window, 1)).toBeVisible();
});

test('terminals are closed with their session, with the app, and when the app is killed', async ({ launch }) => {
  const busy = async (window: Page, folder: string): Promise<void> => {
    await run(window, 1, 'sleep 600 & sleep 601');
    await expect.poll(() => processesIn(folder)).toEqual(expect.arrayContaining(['/bin/bash -l', 'sleep 600', 'sleep 601']));
  };
  const first = await open(launch);
  await busy(first.window, first.folder);
  await request(first.window, 'sessions.close', { id: first.id });
  await expect.poll(() => processesIn(first.folder)).toEqual([]);

  const again = await startDemo(first.window, 'hello again');
  const folder = await folderOf(first.window, again);
  await view(first.window, 'Terminal').click();
  await busy(first.window, folder);
  await first.close();
  await expect.poll(() => processesIn(folder)).toEqual([]);

  const second = await open(launch);
  await busy(second.window, second.folder);
  second.process.kill('SIGKILL');
  await expect.poll(() => processesIn(second.folder)).toEqual([]);
});

test('a page that loads again finds its terminals as they were', async ({ launch }) => {
  const { window } = await open(launch);
  await run(window, 1, 'echo bef"ore"');
  await expect(screen(window, 1)).toContainText('before');
  const loaded = window.waitForEvent('load');
  await window.evaluate(() => setTimeout(() => location.reload()));
  await loaded;
  await view(window, 'Terminal').click();
  await expect(screen(window, 1)).toContainText('before');
  await run(window, 1, 'echo af"ter"');
  await expect(screen(window, 1)).toContainText('after');
});

test('a page that loads again does not answer once more what an earlier page has answered', async ({ launch }) => {
  const { window, folder } = await open(launch);
  await run(window, 1, 'printf "\\e[c"; read -rs -d c -t 20 reply && echo "ans""wered"; cat -v > typed');
  await expect(screen(window, 1)).toContainText('answered');
  const loaded = window.waitForEvent('load');
  await window.evaluate(() => setTimeout(() => location.reload()));
  await loaded;
  await view(window, 'Terminal').click();
  await expect(screen(window, 1)).toContainText('answered');
  await run(window, 1, 'by hand');
  await expect.poll(() => readFileSync(path.join(folder, 'typed'), 'utf8')).toBe('by hand\n');
});

test('programs follow the size of the window', async ({ launch }) => {
  const { window, electron } = await open(launch);
  let asked = 0;
  const columns = async (): Promise<number> => {
    // Earlier answers are still on the screen, so each one must be distinguishable.
    asked += 1;
    await run(window, 1, `echo "answer ${asked}"=$(stty size | cut -d " " -f 2).`);
    const answer = new RegExp(`answer ${asked}=(\\d+)\\.`);
    await expect(screen(window, 1)).toContainText(answer);
    return Number(answer.exec((await screen(window, 1).textContent()) ?? '')?.[1]);
  };
  const wide = await columns();
  expect(wide).toBeGreaterThan(100);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(800, 600));
  await expect.poll(columns, { timeout: 30_000 }).toBeLessThan(wide - 20);
});

test('text is found, copied and pasted, and there is a way out by keyboard', async ({ launch }) => {
  const { window, electron } = await open(launch);
  await run(window, 1, 'printf "alpha\\nneedle one\\nomega\\n"');
  await expect(screen(window, 1)).toContainText('omega');
  await window.keyboard.press('Control+Shift+F');
  const find = window.getByRole('searchbox', { name: 'Find in terminal' });
  await find.fill('needle one');
  await find.press('Enter');
  await expect(screen(window, 1).locator('.xterm-decoration-top')).toHaveText(['needle one']);
  await find.fill('nowhere at all');
  await expect(window.getByRole('status').filter({ hasText: 'Not found' })).toBeVisible();
  await find.fill('needle one');
  await find.press('Escape');
  await expect(find).toHaveCount(0);
  await expect(input(window, 1)).toBeFocused();

  await electron.evaluate(({ clipboard }) => clipboard.writeText('nothing'));
  await window.keyboard.press('Control+Shift+C');
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('needle one');
  await window.keyboard.type('echo pasted:');
  await window.keyboard.press('Control+Shift+V');
  await window.keyboard.press('Enter');
  await expect(screen(window, 1)).toContainText('pasted:needle one');

  await window.keyboard.press('Tab');
  await expect(input(window, 1)).toBeFocused();
  await window.keyboard.press('Control+Shift+E');
  await expect(bar(window).getByRole('button', { name: 'Terminal 1', exact: true })).toBeFocused();
});

test('lines that a program would run at once are pasted only after a question', async ({ launch }) => {
  const { window, electron, folder } = await open(launch, { SHELL: '/bin/sh' });
  await electron.evaluate(({ clipboard }) => clipboard.writeText('touch one\ntouch two\u001b[201~\n'));
  await window.keyboard.press('Control+Shift+V');
  const question = window.getByRole('dialog', { name: 'Paste and run these 2 lines?' });
  await expect(question).toContainText('touch one');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await run(window, 1, 'touch three');
  await expect.poll(() => readdirSync(folder)).toEqual(['three']);
  await window.keyboard.press('Control+Shift+V');
  await question.getByRole('button', { name: 'Paste' }).click();
  await expect.poll(() => readdirSync(folder).sort()).toEqual(['one', 'three', 'two[201~']);
});

test('an ask does not open over the question about a paste', async ({ launch }) => {
  const { window, id } = await open(launch, { SHELL: '/bin/sh' });
  // Not by a key, because a key press alone would hold the dialog back.
  await input(window, 1).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'touch one\ntouch two\n');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const question = window.getByRole('dialog', { name: 'Paste and run these 2 lines?' });
  await expect(question).toBeVisible();
  await request(window, 'sessions.send', { id, message: { text: 'ask Bash touch asked.txt', images: [] } });
  await expect(window.getByText('Waiting (1)')).toBeVisible();
  await window.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(drawn)))));
  const ask = permissionDialog(window);
  expect(await ask.count()).toBe(0);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(ask).toBeVisible();
});

test('what a program prints can’t write the clipboard, name the window or stop the terminal, and links open only as the app’s do', async ({
  launch,
}) => {
  const { window, electron, folder } = await open(launch);
  const opened = await electron.evaluateHandle(({ shell }) => {
    const links: string[] = [];
    shell.openExternal = async (url) => void links.push(url);
    return links;
  });
  const point = async (words: string): Promise<void> => {
    const printed = screen(window, 1).locator('.xterm-rows span', { hasText: words }).last();
    // xterm redraws its rows at any time, and looks for a link only when the pointer moves over one.
    await expect(async () => {
      const box = await printed.boundingBox({ timeout: 1_000 });
      if (!box) throw new Error(`${words} is not on the screen`);
      await window.mouse.move(box.x + 4, box.y + 3);
      await window.mouse.move(box.x + 12, box.y + 6);
    }).toPass();
  };
  const link = (address: string, words: string): string => `\u001b]8;;${address}\u0007${words}\u001b]8;;\u0007\n`;
  writeFileSync(
    path.join(folder, 'hostile'),
    Buffer.concat([
      Buffer.from('\u001b]52;c;aGFja2Vk\u0007\u001b]0;<img src=x onerror=alert(1)>\u0007'),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a]),
      Buffer.from(`${'x'.repeat(2_000_000)}\n\u001b[9999999999;1H\u001bP+q544e\u001b\\\u001bc<b>bold?</b>\n`),
      Buffer.from(link('file:///etc/passwd', 'a file') + link('https://example.com/named', 'a named page')),
      Buffer.from(link('https://evil.example/real', 'https://example.com/shown')),
    ]),
  );
  await run(window, 1, 'cat hostile; echo https://example.com/plain the"-"end');
  await expect(screen(window, 1)).toContainText('the-end');
  await expect(screen(window, 1)).toContainText('<b>bold?</b>');
  await expect(window).toHaveTitle('Signalbox');
  await point('a file');
  await window.mouse.down();
  await window.mouse.up();
  const follow = (words: string, then: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await point(words);
      await expect(screen(window, 1).locator('.xterm-cursor-pointer')).toHaveCount(1, { timeout: 1_000 });
      await window.mouse.down();
      await window.mouse.up();
      await then();
    }).toPass();
  const question = window.getByRole('dialog', { name: 'Open this link?' });
  await follow('https://example.com/plain', () =>
    expect.poll(() => opened.jsonValue(), { timeout: 1_000 }).toContain('https://example.com/plain'),
  );
  await follow('https://example.com/shown', () => expect(question).toBeVisible({ timeout: 1_000 }));
  await expect(question.getByRole('group', { name: 'Address of the link' })).toHaveText('https://evil.example/real');
  await expect(question.getByRole('alert')).toHaveText('The terminal shows a different address for it: https://example.com/shown');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await follow('a named page', () => expect(question).toBeVisible({ timeout: 1_000 }));
  await expect(question.getByRole('group', { name: 'Address of the link' })).toHaveText('https://example.com/named');
  await expect(question.getByRole('alert')).toHaveCount(0);
  await question.getByRole('button', { name: 'Open' }).click();
  await expect(question).toHaveCount(0);
  expect(new Set(await opened.jsonValue())).toEqual(new Set(['https://example.com/named', 'https://example.com/plain']));
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).not.toContain('hacked');
  await run(window, 1, 'echo al"ive"');
  await expect(screen(window, 1)).toContainText('alive');
});

test('one key goes from the terminal to the conversation and back, with the focus where one writes', async ({ launch }) => {
  const { window } = await open(launch);
  await window.keyboard.press('Control+`');
  await expect(messageField(window)).toBeFocused();
  await window.keyboard.press('Control+`');
  await expect(input(window, 1)).toBeFocused();
  await run(window, 1, 'echo "two and $((1 + 1))"');
  await expect(screen(window, 1)).toContainText('two and 2');
});

test('the conversation of the real claude goes on in a terminal and comes back, with what was said there', async ({ launch }) => {
  const api = await startScriptedApi({
    plays: { here: [text('Said in the app.')], there: [text('Said in the terminal.')], back: [text('Said in the app again.')] },
  });
  const home = await claudeHome({ apiUrl: api.url });
  try {
    answerFirstQuestions(home);
    const { window } = await launch({ env: { ...home.env, SHELL: '/bin/bash' } });
    const { id } = await request(window, 'sessions.create', {
      folder: home.project,
      message: { text: '[[here]] hello', images: [] },
      model: null,
      planFirst: false,
      trust: true,
      demo: false,
    });
    await expect.poll(() => stateOf(window, id), { timeout: 30_000 }).toBe('idle');
    await view(window, 'Terminal').click();
    await bar(window).getByRole('button', { name: 'Continue this session in the terminal' }).click();
    await expect(screen(window, 2)).toContainText('Said in the app.', { timeout: 30_000 });
    expect(await stateOf(window, id)).toBe('stopped');
    await input(window, 2).focus();
    await window.keyboard.type('[[there]] and now');
    await expect(screen(window, 2)).toContainText('[[there]] and now');
    await window.keyboard.press('Enter');
    await expect(screen(window, 2)).toContainText('Said in the terminal.', { timeout: 30_000 });

    await view(window, 'Conversation').click();
    await expect(window.getByText('This session goes on in terminal 2.')).toBeVisible();
    const message = messageField(window);
    await message.fill('[[back]] hello again');
    await message.press('Enter');
    await expect(window.getByRole('alert').filter({ hasText: 'This session goes on in a terminal.' })).toBeVisible();
    await expect(message).toHaveValue('[[back]] hello again');
    await window.getByRole('button', { name: 'Take it back' }).click();
    const transcript = transcriptLog(window);
    await expect(transcript).toContainText('Said in the terminal.');
    await message.press('Enter');
    await expect(transcript).toContainText('Said in the app again.', { timeout: 30_000 });
    const requests = api.seen
      .at(-1)
      ?.messages.map((one) => one.text)
      .join('\n');
    expect(requests).toContain('Said in the terminal.');

    await expect.poll(() => stateOf(window, id)).toBe('idle');
    await window.keyboard.press('Control+k');
    await window.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('continue this session');
    await window.keyboard.press('Enter');
    await expect(view(window, 'Terminal')).toHaveAttribute('aria-selected', 'true');
    await expect(bar(window).getByRole('button', { name: /^Terminal \d, claude$/ })).toBeVisible({ timeout: 30_000 });
  } finally {
    await api.close();
    await home.remove();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with terminals in the ${colorScheme} window`, async ({ launch }) => {
    const { window } = await open(launch);
    await window.emulateMedia({ colorScheme });
    await run(window, 1, 'ls -la --color=always /; printf "\\e[31mred \\e[32mgreen \\e[33myellow \\e[34mblue\\e[0m\\n"; echo do"ne"');
    await expect(screen(window, 1)).toContainText('done');
    await window.keyboard.press('Control+Shift+F');
    await expect(window.getByRole('searchbox', { name: 'Find in terminal' })).toBeFocused();
    expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([]);
  });
}
