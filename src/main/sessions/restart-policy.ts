/** A session is restarted automatically after at most this many crashes within this time. */
const maxCrashes = 2;
const withinMs = 5 * 60_000;

/** `crashes` are the times at which runs of the session crashed, including the present crash. */
export function mayRestart(crashes: readonly number[], now: number): boolean {
  return crashes.filter((at) => now - at < withinMs).length <= maxCrashes;
}

/** The crashes that still count. */
export const recentCrashes = (crashes: readonly number[], now: number): number[] => crashes.filter((at) => now - at < withinMs);
