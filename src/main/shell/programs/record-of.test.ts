import { expect, it } from 'vitest';
import { groups, recordOf } from './record-of';

const names = groups.flatMap((group) => Object.keys(group).flatMap((key) => key.split(' ')));

it('has one record for each program', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('finds a record by every name, also by one with a version', () => {
  expect(names.filter((name) => recordOf(name) === undefined)).toEqual([]);
  expect([recordOf('python3.12'), recordOf('pip3'), recordOf('mkfs.ext4')]).toEqual([
    recordOf('python'),
    recordOf('pip'),
    recordOf('mkfs'),
  ]);
});

it('knows nothing of other names, nor of those that every object has', () => {
  expect(['nosuch', 'constructor', '', null].map(recordOf)).toEqual([undefined, undefined, undefined, undefined]);
});
