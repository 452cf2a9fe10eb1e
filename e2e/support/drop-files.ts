import type { Locator } from '@playwright/test';

/** Drops files or folders of this computer on an element, as the system does: the page can learn their paths. */
export async function dropFiles(target: Locator, paths: readonly string[]): Promise<void> {
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop on.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const devtools = await page.context().newCDPSession(page);
  try {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  } finally {
    await devtools.detach();
  }
}
