import type { PatchHunk, ToolItem } from '../../../shared/transcript';
import { Difference, PatchView } from '../../diff/lazy-diff';
import { proposedChanges } from './proposed-changes';
import styles from './tools.module.css';

/** A change to a file: the real one, or the proposed one if it was not made. */
export function ChangeBody({ item }: { readonly item: ToolItem }) {
  const { result, input, status } = item;
  const outcome = result?.outcome;
  if (outcome?.what === 'patch' && outcome.hunks.length > 0)
    return (
      <>
        <PatchView name={`Changes to ${outcome.path}`} hunks={outcome.hunks} numbered />
        <p className={`${styles.line} tabular`}>{changeWords(outcome.hunks)}</p>
      </>
    );
  const { path, created, changes } = proposedChanges(item.name, input);
  const failed = status === 'error' && result;
  return (
    <>
      {failed && <p className={styles.line}>{result.text}</p>}
      {changes.map(({ before, after }, at) => (
        <Difference
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and its entries may be equal
          key={at}
          name={`${status === 'ok' ? 'Changes' : 'Change asked for'} to ${path}`}
          before={before}
          after={after}
          numbered={created}
        />
      ))}
    </>
  );
}

/** Counts the lines that a patch adds and removes. */
function changesIn(hunks: readonly PatchHunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return { added: lines.filter((line) => line.startsWith('+')).length, removed: lines.filter((line) => line.startsWith('-')).length };
}

/** Returns the same as text, for example “+3 −1”. */
function changeWords(hunks: readonly PatchHunk[]): string {
  const { added, removed } = changesIn(hunks);
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : ''].filter((part) => part !== '').join(' ');
}
