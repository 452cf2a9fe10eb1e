import type { Locator, Page } from '@playwright/test';

/** The tab of one of the two views of a session. */
export const view = (page: Page, name: 'Conversation' | 'Terminal'): Locator =>
  page.getByRole('tablist', { name: 'Session views' }).getByRole('tab', { name, exact: true });

/** The element that takes a terminal's keys. */
export const input = (page: Page, number: number): Locator => page.getByRole('textbox', { name: `Terminal ${number}`, exact: true });

/** What a terminal shows. */
export const screen = (page: Page, number: number): Locator => page.getByRole('region', { name: `Terminal ${number}`, exact: true });

/** Types a command into a terminal. */
export async function run(page: Page, number: number, command: string): Promise<void> {
  await input(page, number).focus();
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
}
