import { expect, it } from 'vitest';
import { isTooDeep, withoutDepths } from './json-depth';

const nested = (depth: number): Record<string, unknown> => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

it('knows how deep a value is, however deep', () => {
  expect([isTooDeep('text'), isTooDeep({ a: [1] }, 1), isTooDeep({ a: [{}] }, 1)]).toEqual([false, false, true]);
  expect([isTooDeep(nested(201)), isTooDeep(nested(202)), isTooDeep(nested(1_000_000))]).toEqual([false, true, true]);
});

it('leaves out what is too deep, and nothing else', () => {
  const shallow = { a: [{ b: 1 }] };
  expect(withoutDepths(shallow)).toBe(shallow);
  expect(withoutDepths({ a: [{ b: { c: 1 } }], d: 2 }, 2)).toEqual({ a: [{ b: 'nested too deep' }], d: 2 });
  expect(withoutDepths({ a: [[[1]]] }, 1)).toEqual({ a: ['nested too deep'] });
  const cut = withoutDepths(nested(1_000_000));
  expect([isTooDeep(cut), JSON.stringify(cut).includes('"nested too deep"')]).toEqual([false, true]);
});
