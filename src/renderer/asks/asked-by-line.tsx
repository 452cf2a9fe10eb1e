import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import { mcpServerWords } from '../../shared/mcp-server';
import styles from './ask.module.css';

/** Says which part of the person's own Claude setup caused the ask, whether a hook changed the call, and which MCP server it goes to. */
export function AskedByLine({ ask }: { readonly ask: Pick<Ask, 'askedBy' | 'changedByHook' | 'mcpServer'> }) {
  const { askedBy, changedByHook, mcpServer } = ask;
  return (
    <>
      {askedBy && <p className={styles.askedBy}>{askedByWords(askedBy)}</p>}
      {changedByHook && <p className={styles.askedBy}>Your hook changed this call. This is what would run.</p>}
      {mcpServer && <p className={styles.askedBy}>{mcpServerWords(mcpServer)}</p>}
    </>
  );
}
