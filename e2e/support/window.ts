import type { Locator, Page } from '@playwright/test';

/*
 * The parts of the window that several specs use, found by their accessible names.
 */

export const sessionList = (page: Page): Locator => page.getByRole('tablist', { name: 'Sessions' });
export const sessionTabs = (page: Page): Locator => sessionList(page).getByRole('tab');
export const sessionTab = (page: Page, name: string | RegExp): Locator => sessionList(page).getByRole('tab', { name });

export const transcriptLog = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' });
export const messageField = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

export const permissionDialog = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Permission required' });
export const permissionCard = (page: Page): Locator => page.getByRole('group', { name: /^Permission request/ });
/** The Allow button of the permission dialog. */
export const allowOnce = (page: Page): Locator => permissionDialog(page).getByRole('button', { name: 'Allow once' });
