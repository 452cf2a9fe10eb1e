import { appendFileSync } from 'node:fs';

const file = process.env.SIGNALBOX_DEMO_TIMES;

/** For the benches: writes down when an ask went out and when its answer came, in milliseconds since the epoch. @param {'asked' | 'answered'} what @param {string} toolUseId */
export function noteTime(what, toolUseId) {
  if (!file) return;
  const at = performance.timeOrigin + performance.now();
  // Later: what is measured must not wait for it.
  setImmediate(() => appendFileSync(file, `${JSON.stringify({ what, toolUseId, at })}\n`));
}
