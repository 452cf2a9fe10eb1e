import type { Ask } from '../../shared/ask';
import type { DesktopDependencies } from './desktop-dependencies';
import { isInView } from './notification-policy';

/** Flashes the taskbar (or bounces the dock icon) once for new asks that are out of view, if the settings allow it. */
export function flashForAsks(
  { asks, settings, inView }: Pick<DesktopDependencies, 'asks' | 'settings' | 'inView'>,
  flash: () => void,
): () => void {
  let known: ReadonlySet<Ask['id']> = new Set(asks.get().map(({ id }) => id));
  return asks.onChange(() => {
    const now = asks.get();
    const fresh = now.some((ask) => !known.has(ask.id) && !isInView(ask, inView.get()));
    known = new Set(now.map(({ id }) => id));
    if (fresh && settings.get().flash && !settings.get().doNotDisturb) flash();
  });
}
