/** What is measured inside a page; each function is sent there, so it stands on its own. */
/** @typedef {import('@playwright/test').Page} Page */

/**
 * Gives a page `afterFrame(then)`: calls back when the next frame is made, so what was changed before is on its way to the screen.
 * It is the first thing after that frame; an IntersectionObserver is told only after what is drawn next, too.
 * @param {Page} page
 */
export const installAfterFrame = (page) =>
  page.evaluate(() => {
    const afterFrame = (/** @type {() => void} */ then) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(null);
      });
    Object.assign(globalThis, { afterFrame });
  });

/** The time between frames, in milliseconds, while nothing is done. @param {Page} page @param {number} ms @returns {Promise<number[]>} */
export const idleFrames = (page, ms) =>
  page.evaluate(
    (lasting) =>
      new Promise((resolve) => {
        /** @type {number[]} */
        const frames = [];
        const start = performance.now();
        let last = start;
        const step = (/** @type {number} */ now) => {
          if (frames.length > 0 || now > start) frames.push(now - last);
          last = now;
          if (now - start < lasting) requestAnimationFrame(step);
          // The first is not whole.
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
    ms,
  );

/** The same while the transcript is scrolled by so many pixels a frame. @param {Page} page @param {number} ms @param {number} by @returns {Promise<number[]>} */
export const scrolledFrames = (page, ms, by) =>
  page.evaluate(
    ([lasting, pixels]) =>
      new Promise((resolve) => {
        const log = document.querySelector('[role=log]');
        /** @type {number[]} */
        const frames = [];
        const start = performance.now();
        let last = start;
        const step = (/** @type {number} */ now) => {
          frames.push(now - last);
          last = now;
          log?.scrollBy(0, pixels);
          if (now - start < lasting) requestAnimationFrame(step);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
    /** @type {const} */ ([ms, by]),
  );

/** From a click on a tab until the frame that shows an item. @param {Page} page @param {number} tab @param {number} index @returns {Promise<number>} */
export const switched = (page, tab, index) =>
  page.evaluate(
    ([which, item]) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        const look = () => {
          const row = document.querySelector(`[role=log] [data-index="${item}"]`);
          // Looked at before a frame is painted, so this is the frame that shows it.
          if (row?.textContent) setTimeout(() => resolve(performance.now() - start));
          else if (performance.now() - start > 10_000) reject(new Error(`item ${item} was not shown`));
          else requestAnimationFrame(look);
        };
        const element = document.querySelectorAll('[role=tab]')[which];
        if (!(element instanceof HTMLElement)) throw new Error(`no tab ${which}`);
        // A press, a release and a click, as a person's finger makes them.
        for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
          element.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
        element.click();
        requestAnimationFrame(look);
      }),
    /** @type {const} */ ([tab, index]),
  );

/** From each key until the frame that shows its letter. @param {Page} page @param {number} keys @returns {Promise<number[]>} */
export async function typed(page, keys) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const times = [];
    Object.assign(globalThis, { keyTimes: times });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    );
  });
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.focus();
  for (let key = 0; key < keys; key++) await field.press('a', { delay: 20 });
  return page.evaluate(() => Reflect.get(globalThis, 'keyTimes'));
}

/** What the page's program holds, in MB, after a collection. @param {Page} page @returns {Promise<number>} */
export const heap = (page) =>
  page.evaluate(() => {
    Reflect.get(globalThis, 'gc')?.();
    const memory = Reflect.get(performance, 'memory');
    return memory.usedJSHeapSize / 1024 / 1024;
  });
