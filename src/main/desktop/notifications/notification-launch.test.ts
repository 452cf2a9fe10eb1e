import { expect, it } from 'vitest';
import { onLaunchedByNotification } from './notification-launch';

/** Calls back immediately if a click has started the app, and for every later click. */
function activations(startedByClick: boolean) {
  let click = (): void => undefined;
  const handleActivation = (callback: () => void): void => {
    click = callback;
    if (startedByClick) callback();
  };
  return { handleActivation, click: () => click() };
}

it.each([
  ['calls back when a click has started the app, and ignores later clicks', true, 1],
  ['does nothing when the user started the app', false, 0],
])('%s', (_claim, startedByClick, times) => {
  const notifications = activations(startedByClick);
  let shown = 0;
  onLaunchedByNotification(notifications, () => {
    shown += 1;
  });
  notifications.click();
  expect(shown).toBe(times);
});
