import { expect, it } from 'vitest';
import { whenStartedByNotification } from './cold-start';

/** Calls back at once when a click has started the app, and for every click after that. */
function activations(startedByClick: boolean) {
  let click = (): void => undefined;
  const handleActivation = (callback: () => void): void => {
    click = callback;
    if (startedByClick) callback();
  };
  return { handleActivation, click: () => click() };
}

it.each([
  ['shows what waits when a click has started the app, and leaves later clicks to their notifications', true, 1],
  ['does nothing when the person started the app', false, 0],
])('%s', (_claim, startedByClick, times) => {
  const notifications = activations(startedByClick);
  let shown = 0;
  whenStartedByNotification(notifications, () => {
    shown += 1;
  });
  notifications.click();
  expect(shown).toBe(times);
});
