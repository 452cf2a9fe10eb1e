import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { SessionId } from '../../shared/ids';
import { flashForAsks } from './flash';
import { MemorySurroundings } from './memory-surroundings';

it('flashes once for each new ask, only when it is wanted and the person looks elsewhere', () => {
  const surroundings = new MemorySurroundings();
  surroundings.asks.set([anAsk('old')]);
  let flashes = 0;
  const end = flashForAsks(surroundings, () => {
    flashes += 1;
  });
  const arrive = (...names: string[]) => surroundings.asks.set(names.map((name) => anAsk(name)));
  arrive('old', 'unwanted');
  expect(flashes).toBe(0);
  surroundings.changeSettings({ flash: true });
  arrive('old', 'unwanted', 'new');
  arrive('old', 'new');
  expect(flashes).toBe(1);
  surroundings.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  arrive('old', 'new', 'seen');
  surroundings.inView.set({ session: null, ask: null, inbox: false });
  surroundings.changeSettings({ doNotDisturb: true });
  arrive('old', 'new', 'seen', 'quiet');
  expect(flashes).toBe(1);
  end();
  surroundings.changeSettings({ doNotDisturb: false });
  arrive('last');
  expect(flashes).toBe(1);
});
