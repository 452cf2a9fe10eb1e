/** Formats a local date as 2026-03-31. */
export function localDay(at: Date): string {
  const two = (amount: number): string => String(amount).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Formats a day as "Tuesday, Mar 31". */
export const dayName = (day: string): string =>
  new Date(`${day}T12:00`).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'short' });
