export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const money = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`;

// Created once, because creating a formatter takes longer than rendering a whole line.
const plain = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 });
const compactMillions = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const hoursAndMinutes = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

export const count = (amount: number): string => plain.format(amount);

/** Formats a count as "950", "42k" or "1.2M". */
export const shortCount = (amount: number): string => (amount < 1_000_000 ? compact : compactMillions).format(amount);

export const counted = (amount: number, one: string, many = `${one}s`): string => `${count(amount)} ${amount === 1 ? one : many}`;

export const clock = (at: number): string => hoursAndMinutes.format(at);

/** Formats a time as "5 minutes ago", or as a date after a week. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  if (minutes < 24 * 60) return `${counted(Math.floor(minutes / 60), 'hour')} ago`;
  if (minutes < 7 * 24 * 60) return `${counted(Math.floor(minutes / (24 * 60)), 'day')} ago`;
  return new Date(at).toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' });
}
