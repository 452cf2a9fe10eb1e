import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { MemoryDependencies } from '../../../test/memory-dependencies';
import { SessionId } from '../../shared/ids';
import { flashForAsks } from './flash';

it('flashes once for new asks that are out of view, if the settings allow it', () => {
  const deps = new MemoryDependencies();
  deps.asks.set([anAsk('old')]);
  let flashes = 0;
  const dispose = flashForAsks(deps, () => {
    flashes += 1;
  });
  const arrive = (...names: string[]) => deps.asks.set(names.map((name) => anAsk(name)));
  arrive('old', 'unwanted');
  expect(flashes).toBe(0);
  deps.changeSettings({ flash: true });
  arrive('old', 'unwanted', 'new');
  arrive('old', 'new');
  expect(flashes).toBe(1);
  deps.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  arrive('old', 'new', 'seen');
  deps.inView.set({ session: null, ask: null, inbox: false });
  deps.changeSettings({ doNotDisturb: true });
  arrive('old', 'new', 'seen', 'quiet');
  expect(flashes).toBe(1);
  dispose();
  deps.changeSettings({ doNotDisturb: false });
  arrive('last');
  expect(flashes).toBe(1);
});
