import type { Ask } from '../../shared/ask';
import type { Surroundings } from './surroundings';

/** Flashes in the taskbar or bounces in the dock, once for each new ask, when the person wants that and looks elsewhere. */
export function flashForAsks(
  { asks, settings, lookingAt }: Pick<Surroundings, 'asks' | 'settings' | 'lookingAt'>,
  flash: () => void,
): () => void {
  let known: ReadonlySet<Ask['id']> = new Set(asks.now().map(({ id }) => id));
  return asks.onChange(() => {
    const now = asks.now();
    const fresh = now.some(({ id, sessionId }) => !known.has(id) && sessionId !== lookingAt.now());
    known = new Set(now.map(({ id }) => id));
    if (fresh && settings.now().flash && !settings.now().doNotDisturb) flash();
  });
}
