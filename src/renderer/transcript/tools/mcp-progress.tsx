import { useEffect, useState } from 'react';
import type { ToolItem } from '../../../shared/transcript';
import { EscapedText } from '../../base/escaped-text';
import { duration } from '../../ui/amounts';
import styles from './tools.module.css';

/** The clock counts whole seconds, so it shows no others. */
const wholeSeconds = (ms: number): string => (ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : duration(ms));

/** A call that ends sooner needs no clock. */
const shownAfterMs = 2_000;

/**
 * How long a call of an MCP server has been running. Claude Code takes the server's own progress for itself, and passes on nothing of
 * it.
 */
export function McpProgress({ item: { at, decision, progress } }: { readonly item: ToolItem }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // While a person was asked, nothing ran.
  const ran = now - (decision?.at ?? at);
  if (ran < shownAfterMs && !progress?.text) return null;
  return (
    <p className={styles.progress}>
      {progress?.text && (
        <span className={styles.now}>
          <EscapedText text={progress.text} />
        </span>
      )}
      <span className="tabular">running for {wholeSeconds(Math.max(0, ran))}</span>
    </p>
  );
}
