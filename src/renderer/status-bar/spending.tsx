import { useAtomValue } from 'jotai';
import { costsAtom, sessionsAtom } from '../base/app-state';
import { money } from '../ui/amounts';
import { BarEntry } from './bar-entry';
import styles from './status-bar.module.css';

/** Today's cost. The popover has the cost of each session and of earlier days. */
export function Spending() {
  const costs = useAtomValue(costsAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  if (costs.length === 0) return null;
  const day = localDay(new Date());
  const today = costs.find((one) => one.day === day);
  const earlier = costs.filter((one) => one !== today);
  const open = (today?.sessions ?? []).flatMap(({ id, usd }) => {
    const session = sessions.find((one) => one.id === id);
    return session ? [{ id, usd, title: session.title }] : [];
  });
  const inClosedSessions = (today?.usd ?? 0) - open.reduce((sum, { usd }) => sum + usd, 0);
  return (
    <BarEntry id="spending" level="plain" text={`Today ${money(today?.usd ?? 0)}`} side="right">
      What today’s turns cost, as Claude Code reports it.
      <dl className={styles.costs} aria-label="Today">
        {open.map(({ id, title, usd }) => (
          <Line key={id} what={title} usd={usd} />
        ))}
        {inClosedSessions > 0.000_05 && <Line what="Closed sessions" usd={inClosedSessions} />}
      </dl>
      {earlier.length > 0 && (
        <dl className={styles.costs} aria-label="Days before">
          {earlier.map((one) => (
            <Line key={one.day} what={dayName(one.day)} usd={one.usd} />
          ))}
        </dl>
      )}
    </BarEntry>
  );
}

function Line({ what, usd }: { readonly what: string; readonly usd: number }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd className="tabular">{money(usd)}</dd>
    </div>
  );
}

/** Formats a local date as 2026-03-31. */
function localDay(at: Date): string {
  const two = (amount: number): string => String(amount).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Formats a day as "Tuesday, Mar 31". */
const dayName = (day: string): string =>
  new Date(`${day}T12:00`).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'short' });
