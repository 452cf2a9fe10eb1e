import type { Ask } from '../../shared/ask';
import { isInView } from './notices-for';
import type { Surroundings } from './surroundings';

/** Flashes in the taskbar or bounces in the dock, once for each new ask, when the person wants that and looks elsewhere. */
export function flashForAsks(
  { asks, settings, inView }: Pick<Surroundings, 'asks' | 'settings' | 'inView'>,
  flash: () => void,
): () => void {
  let known: ReadonlySet<Ask['id']> = new Set(asks.now().map(({ id }) => id));
  return asks.onChange(() => {
    const now = asks.now();
    const fresh = now.some((ask) => !known.has(ask.id) && !isInView(ask, inView.now()));
    known = new Set(now.map(({ id }) => id));
    if (fresh && settings.now().flash && !settings.now().doNotDisturb) flash();
  });
}
