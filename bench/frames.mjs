/** Measurements inside a page. Each function is sent to the page, so it can't use anything outside itself. */
/** @typedef {import('@playwright/test').Page} Page */

/**
 * Adds `afterFrame(then)` to a page. It calls back right after the next frame is made, when earlier changes are on their way to the
 * screen. An IntersectionObserver would report one frame later.
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

/**
 * Measures the time between frames, in milliseconds, while nothing happens.
 * @param {Page} page @param {number} ms @returns {Promise<number[]>}
 */
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
          // The first interval is incomplete.
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
    ms,
  );

/**
 * Measures the same while the transcript scrolls by this many pixels per frame.
 * @param {Page} page @param {number} ms @param {number} by @returns {Promise<number[]>}
 */
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

/**
 * Measures the time from a click on a tab until the frame that shows an item.
 * @param {Page} page @param {number} tab @param {number} index @returns {Promise<number>}
 */
export const switched = (page, tab, index) =>
  page.evaluate(
    ([which, item]) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        const look = () => {
          const row = document.querySelector(`[role=log] [data-index="${item}"]`);
          // This runs before a frame is painted, so this frame shows it.
          if (row?.textContent) setTimeout(() => resolve(performance.now() - start));
          else if (performance.now() - start > 10_000) reject(new Error(`item ${item} was not shown`));
          else requestAnimationFrame(look);
        };
        const element = document.querySelectorAll('[role=tab]')[which];
        if (!(element instanceof HTMLElement)) throw new Error(`no tab ${which}`);
        // Sends the events of a real click: press, release, click.
        for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
          element.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
        element.click();
        requestAnimationFrame(look);
      }),
    /** @type {const} */ ([tab, index]),
  );

/**
 * Measures the time from each key until the frame that shows its letter.
 * @param {Page} page @param {number} keys @returns {Promise<number[]>}
 */
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

/** Measures the page's JavaScript heap in MB, after a garbage collection. @param {Page} page @returns {Promise<number>} */
export const heap = (page) =>
  page.evaluate(() => {
    Reflect.get(globalThis, 'gc')?.();
    const memory = Reflect.get(performance, 'memory');
    return memory.usedJSHeapSize / 1024 / 1024;
  });
