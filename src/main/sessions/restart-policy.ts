/** How often a crashed run is taken up again by itself, and within which time. */
const most = 2;
const withinMs = 5 * 60_000;

/** Whether to resume now, given when earlier runs of the session crashed, this crash included. */
export function mayRestart(crashes: readonly number[], now: number): boolean {
  return crashes.filter((at) => now - at < withinMs).length <= most;
}

/** The crashes that still count. */
export const recentCrashes = (crashes: readonly number[], now: number): number[] => crashes.filter((at) => now - at < withinMs);
