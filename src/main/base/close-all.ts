import { messageOf } from '../../shared/errors';

/** Parts to close at once, by name. */
type Stage = Readonly<Record<string, () => unknown>>;

/**
 * Closes the parts of each stage at once, and one stage after the other. A part that fails keeps no other from being closed. Rejects at
 * the end with an error that names each part that failed, and why.
 */
export async function closeAll(...stages: readonly Stage[]): Promise<void> {
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (const stage of stages) {
    const closing = Object.entries(stage).map(async ([name, close]) => {
      try {
        await close();
      } catch (error) {
        failures.push({ name, error });
      }
    });
    await Promise.all(closing);
  }
  if (failures.length === 0) return;
  const words = failures.map(({ name, error }) => `${name} (${messageOf(error)})`).join(', ');
  throw new AggregateError(
    failures.map(({ error }) => error),
    `Could not close ${words}.`,
  );
}
