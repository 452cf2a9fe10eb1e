import type { ToolItem } from '../../../shared/transcript';
import { Difference } from '../../diff/lazy-diff';
import { decisionWords, editedFields, isCutShort } from './decision-words';
import { Fold } from './folds';
import styles from './tools.module.css';

/** The decision about a call, and the person's changes to it. */
export function DecisionLine({ item }: { readonly item: ToolItem }) {
  const { key, decision, input } = item;
  if (!decision) return null;
  const cut = decision.edited !== null && isCutShort(item);
  const changed = decision.edited && !cut ? editedFields(input, decision.edited) : [];
  return (
    <>
      <p className={styles.line}>{decisionWords(decision)}</p>
      {cut && <p className={styles.line}>You changed this. “Show everything” has the difference.</p>}
      {changed.length > 0 && (
        <Fold id={`${key}/edited`} summary="You changed this" initial>
          {changed.map(({ name, before, after }) => (
            <Difference key={name} name={`Your change of ${name}`} before={before} after={after} />
          ))}
        </Fold>
      )}
    </>
  );
}

/** Returns the call with the input that really runs, if a hook changed it. */
export const asItRuns = (item: ToolItem): ToolItem => (item.changed ? { ...item, input: item.changed } : item);

/** Says that a hook changed a call. It expands to the difference from Claude's input. */
export function HookChange({ item }: { readonly item: ToolItem }) {
  const { key, input, changed } = item;
  if (!changed) return null;
  if (isCutShort(item)) return <p className={styles.line}>Changed by your hook. “Show everything” has the difference.</p>;
  const fields = editedFields(input, changed);
  if (fields.length === 0) return null;
  return (
    <Fold id={`${key}/changed`} summary="Changed by your hook">
      {fields.map(({ name, before, after }) => (
        <Difference key={name} name={`Your hook’s change of ${name}`} before={before} after={after} />
      ))}
    </Fold>
  );
}
