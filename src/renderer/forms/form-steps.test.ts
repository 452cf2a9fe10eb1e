import { expect, it } from 'vitest';
import type { FormField } from '../../shared/form';
import { firstError, formSteps } from './form-steps';

const fields = (count: number): FormField[] => Array.from({ length: count }, (_, at) => ({ id: `f${at}`, type: 'text', label: `F${at}` }));

it.each([
  [1, [1]],
  [6, [6]],
  [7, [4, 3]],
  [11, [4, 3, 4]],
  [20, [5, 5, 5, 5]],
])('%d fields are shown in steps of %j', (count, lengths) => {
  const steps = formSteps(fields(count));
  expect(steps.map(({ length }) => length)).toEqual(lengths);
  expect(steps.flat()).toEqual(fields(count));
});

it('finds the first error in the order of the fields', () => {
  const steps = formSteps(fields(7));
  expect(firstError(steps, { f6: 'wrong', f5: 'wrong' })).toEqual({ step: 1, id: 'f5' });
  expect(firstError(steps, {})).toBeNull();
  expect(firstError(steps, { gone: 'There is no such field.' })).toBeNull();
});
