import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { allowOnce, messageField, permissionCard, permissionDialog } from './support/window';

const asked = async (page: Page): Promise<number> => (await request(page, 'asks.list')).length;

/** The line with which the CLI asks about a call. */
const wire = (requestId: string, toolUseId: string, tool: string, input: object, more: object = {}) => ({
  raw: {
    type: 'control_request',
    request_id: requestId,
    request: { subtype: 'can_use_tool', tool_name: tool, tool_use_id: toolUseId, input, ...more },
  },
});

/** A demo agent that performs these steps when it is sent "go". */
function going(folder: string, ...steps: object[]): Record<string, string> {
  const file = path.join(folder, 'scenario.json');
  writeFileSync(file, JSON.stringify({ about: '', turns: [{ match: '^go$', steps: [...steps, { hang: true }] }] }));
  return { ...demoEnv(file), SIGNALBOX_DEMO_SPEED: '1' };
}

/** Keeps the page busy when an element appears, and sends it real input right after the first frame that shows the element. */
async function pressAtFirstFrame({ electron, window }: RunningApp, appears: string, button: string, key: string | null): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('console-message', ({ message }) => {
      const [, x, y] = /^first frame (\d+) (\d+)$/.exec(message) ?? [];
      if (x === undefined) return;
      if (code !== null) return contents.sendInputEvent({ type: 'keyDown', keyCode: code });
      const at = { x: Number(x), y: Number(y), button: 'left', clickCount: 1 } as const;
      contents.sendInputEvent({ type: 'mouseDown', ...at });
      contents.sendInputEvent({ type: 'mouseUp', ...at });
    });
  }, key);
  await window.evaluate(
    ([element, pressed]) => {
      for (const name of ['click', 'keydown']) document.addEventListener(name, () => document.body.setAttribute('data-heard', name), true);
      const observer = new MutationObserver(() => {
        if (!document.querySelector(element)) return;
        observer.disconnect();
        const until = performance.now() + 700;
        while (performance.now() < until);
        // One frame shows it, and in the next few frames the page handles everything that waited while it was busy.
        const afterFrames = (left: number, then: () => void): unknown =>
          requestAnimationFrame(() => (left === 0 ? then() : afterFrames(left - 1, then)));
        afterFrames(4, () => {
          const { x, y, width, height } = document.querySelector(pressed)?.getBoundingClientRect() ?? new DOMRect();
          // biome-ignore lint/suspicious/noConsole: the fastest way from the page to the main process
          console.info(`first frame ${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true });
    },
    [appears, button] as const,
  );
}

test('a busy page shows the dialog late, and a press right after its first frame decides nothing', async ({ launch }) => {
  const app = await launch({ env: demoEnv('asks') });
  await pressAtFirstFrame(app, '[role=alertdialog]', '[role=alertdialog] [data-first-focus]', null);
  await startDemo(app.window, 'ask Bash touch late.txt');
  await expect(app.window.locator('body')).toHaveAttribute('data-heard', 'click');
  await expect(allowOnce(app.window)).not.toHaveAttribute('aria-disabled', 'true');
  expect(await asked(app.window)).toBe(1);
  await allowOnce(app.window).click();
  await expect.poll(() => asked(app.window)).toBe(0);
});

test('a choice can be made right after the first frame of the dialog, because it can be changed again', async ({ launch }) => {
  const app = await launch({ env: demoEnv('asks') });
  const { window } = app;
  for (let i = 0; i < 3; i++) await startDemo(window, 'ask Bash touch same.txt');
  await expect(permissionDialog(window).getByRole('checkbox')).toHaveCount(2);
  await window.keyboard.press('Escape');
  await expect(permissionDialog(window)).toBeHidden();
  await pressAtFirstFrame(app, '[role=alertdialog]', '[role=alertdialog] [data-choice]', null);
  await window.keyboard.press('Control+J');
  await expect(permissionDialog(window).getByRole('checkbox', { checked: true })).toHaveCount(2);
  expect(await asked(window)).toBe(3);
});

test('a busy page shows the inbox late, and a key right after its first frame decides nothing', async ({ launch }) => {
  const app = await launch({ env: demoEnv('asks') });
  const { window } = app;
  await startDemo(window, 'ask Bash touch late.txt');
  await expect(permissionDialog(window)).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(permissionDialog(window)).toHaveCount(0);
  await pressAtFirstFrame(app, 'section[aria-label="Waiting for you"]', 'body', 'a');
  await window.getByRole('button', { name: 'Waiting (1)' }).click();
  await expect(window.locator('body')).toHaveAttribute('data-heard', 'keydown');
  expect(await asked(window)).toBe(1);
  // Once the row has been in view for long enough, the same key answers it.
  await expect(async () => {
    await window.keyboard.press('a');
    expect(await asked(window)).toBe(0);
  }).toPass();
});

test('a press that began before the dialog could be answered decides nothing when it ends', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  await startDemo(window, 'ask Bash touch held.txt');
  await expect(permissionDialog(window)).toBeVisible();
  // From here on it is inert again, because somebody types.
  await window.keyboard.press('x');
  const { x, y, width, height } = (await allowOnce(window).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await window.mouse.move(x + width / 2, y + height / 2);
  await window.keyboard.press('x');
  await window.mouse.down();
  await expect(allowOnce(window)).not.toHaveAttribute('aria-disabled', 'true');
  await window.mouse.up();
  expect(await asked(window)).toBe(1);
  await allowOnce(window).click();
  await expect.poll(() => asked(window)).toBe(0);
});

test('somebody who goes on writing over the dialog approves nothing by a space', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const id = await startDemo(window, 'ask Bash touch typed.txt');
  await expect(allowOnce(window)).toBeFocused();
  await expect(allowOnce(window)).not.toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.type('check the other file first', { delay: 60 });
  expect([await asked(window), existsSync(path.join(await folderOf(window, id), 'typed.txt'))]).toEqual([1, false]);
  // When nobody types any more, the button works.
  await expect(allowOnce(window)).not.toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.press('Space');
  await expect.poll(() => asked(window)).toBe(0);
});

test('no dialog opens into a word that is being composed', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const other = await startDemo(window, 'hello');
  const id = await startDemo(window, 'hello');
  for (const session of [other, id]) await expect.poll(() => stateOf(window, session)).toBe('idle');
  await messageField(window).focus();
  const cdp = await window.context().newCDPSession(window);
  await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await request(window, 'sessions.send', { id: other, message: { text: 'ask Bash touch ime.txt', images: [] } });
  await expect(window.getByRole('button', { name: 'Waiting (1)' })).toBeVisible();
  // Longer than a pause in typing may last.
  const since = await window.evaluate(() => performance.now());
  await expect.poll(async () => (await window.evaluate(() => performance.now())) - since).toBeGreaterThan(2_500);
  expect(await permissionDialog(window).count()).toBe(0);
  await cdp.send('Input.insertText', { text: '日本' });
  await expect(permissionDialog(window)).toBeVisible();
});

test('a double click answers one ask: its neighbour, which moves under the pointer, is not meant', async ({ launch, userData }) => {
  const reads = [1, 2, 3, 4].map((n) => wire(`r${n}`, `t${n}`, 'Read', { file_path: `/other/${n}.txt` }, { agent_id: 'a1' }));
  const { window } = await launch({ env: going(userData, ...reads) });
  await startDemo(window, 'go');
  await expect(permissionCard(window)).toHaveCount(4);
  await expect(permissionDialog(window)).toBeVisible();
  await window.keyboard.press('Escape');
  const third = permissionCard(window).nth(2).getByRole('button', { name: 'Allow once' });
  await expect(third).not.toHaveAttribute('aria-disabled', 'true');
  const { x, y, width, height } = (await third.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The second press comes right after the first one took effect, wherever the pointer is then.
  await window.evaluate(
    ([left, top]) => {
      const observer = new MutationObserver(() => {
        if (document.querySelectorAll('[role=group]:has([data-actions])').length > 3) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const under = document.elementFromPoint(left, top);
          document.body.dataset.under = under?.textContent ?? '';
          if (under instanceof HTMLElement) under.click();
        });
      });
      observer.observe(document.body, { subtree: true, childList: true });
    },
    [x + width / 2, y + height / 2] as const,
  );
  await third.click();
  await expect(permissionCard(window).getByRole('button', { name: 'Allow once' })).toHaveCount(3);
  await expect(window.locator('body')).toHaveAttribute('data-under', 'Allow once');
  expect(await asked(window)).toBe(3);
});

test('a double click on the dialog decides nothing in what is behind it', async ({ launch, userData }) => {
  const { window } = await launch({ env: going(userData, wire('r1', 't1', 'Read', { file_path: '/other/1.txt' })) });
  await startDemo(window, 'go');
  await expect(permissionDialog(window)).toBeVisible();
  await window.keyboard.press('Escape');
  const behind = permissionCard(window).getByRole('button', { name: 'Allow once' });
  await expect(behind).not.toHaveAttribute('aria-disabled', 'true');
  const { x, y } = (await behind.boundingBox()) ?? { x: 0, y: 0 };
  // The second press of a double click, as the window system reports it when the first was on a dialog that has since closed.
  await window.mouse.move(x + 10, y + 10);
  await window.mouse.down({ clickCount: 2 });
  await window.mouse.up({ clickCount: 2 });
  expect(await asked(window)).toBe(1);
  await behind.click();
  await expect.poll(() => asked(window)).toBe(0);
});

test('a call that comes back as another is shown anew wherever it stands, and is inert at first', async ({ launch, userData }) => {
  const long = (word: string) => ({ command: `echo ${`${word} `.repeat(1_000)}` });
  const { window } = await launch({
    env: going(userData, wire('r1', 't1', 'Bash', long('before')), { wait: 3_000 }, wire('r2', 't1', 'Bash', long('after'))),
  });
  await startDemo(window, 'go');
  await expect(permissionDialog(window).getByRole('group', { name: 'Command' })).toContainText('before');
  await window.evaluate(() => {
    new MutationObserver(() => {
      const shown = document.querySelector('[role=alertdialog]');
      if (document.body.dataset.first || !shown?.textContent.includes('after ')) return;
      document.body.dataset.first = shown.querySelector('[data-actions] button')?.getAttribute('aria-disabled') ?? 'false';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const place of [permissionDialog(window), permissionCard(window)])
    await expect(place.getByRole('group', { name: 'Command' })).toContainText('after');
  await expect(window.locator('body')).toHaveAttribute('data-first', 'true');
});

test('what a call would write is in view before it can be allowed, also where there is no file to compare with', async ({
  launch,
  userData,
}) => {
  const content = `${'a line of it\n'.repeat(6_000)}the last line\n`;
  const { window } = await launch({
    env: going(
      userData,
      wire('r1', 't1', 'Write', { content: 'without a name' }),
      wire('r2', 't2', 'Write', { file_path: '.env', content }),
    ),
  });
  await startDemo(window, 'go');
  await expect(permissionCard(window)).toHaveCount(2);
  await expect(permissionCard(window).nth(0)).toContainText('without a name');
  await expect(permissionCard(window).nth(1)).toContainText('the last line');
  await expect(
    permissionCard(window)
      .nth(1)
      .getByRole('button', { name: /more characters/ }),
  ).toHaveCount(0);
});
