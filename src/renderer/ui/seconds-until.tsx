import { useTimeLeft } from './time-left';

/** A countdown: "in 12 s", then "now". */
export function SecondsUntil({ at }: { readonly at: number }) {
  const seconds = Math.ceil(useTimeLeft(at) / 1_000);
  return <span className="tabular">{seconds > 0 ? `in ${seconds} s` : 'now'}</span>;
}
