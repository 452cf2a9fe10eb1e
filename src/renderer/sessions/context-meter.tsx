import type { ContextUse } from '../../shared/session';
import { count, shortCount } from '../ui/amounts';
import styles from './context-meter.module.css';

/** From here on the conversation will soon be compacted. */
const nearlyFull = 0.8;

/** How much of the model's window the conversation fills; without knowing the window, the tokens alone. */
export function ContextMeter({ context: { used, max } }: { readonly context: ContextUse }) {
  if (max === null) {
    return (
      <span className={styles.meter} title={`Context used: ${count(used)} tokens`}>
        {shortCount(used)} tokens
      </span>
    );
  }
  const share = Math.min(1, used / max);
  const words = `Context used: ${count(used)} of ${count(max)} tokens`;
  return (
    <span className={styles.meter} title={words} data-full={share >= nearlyFull || undefined}>
      <meter className={styles.bar} aria-label="Context used" aria-valuetext={words} min={0} max={1} value={share} />
      <span className="tabular" aria-hidden="true">
        {Math.round(share * 100)}%
      </span>
    </span>
  );
}
