import { describe, expect, it } from 'vitest';
import { aSession } from '../../../test/a-session';
import { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { fitAsTabs, groupByFolder, indexAt, moveElement, steppedOrder } from './tab-order';

const session = (name: string, folder: string, parts: Partial<SessionSummary> = {}): SessionSummary =>
  aSession(name, { id: SessionId.parse(name), folder, ...parts });
const told = (groups: ReturnType<typeof groupByFolder>) => groups.map(({ name, sessions }) => [name, sessions.map(({ id }) => id)]);

describe('sessions by folder', () => {
  it('keep the order in which folders first appear, and their own within', () => {
    const sessions = [session('a1', '/home/a'), session('b1', 'C:\\work\\b'), session('a2', '/home/a')];
    expect(told(groupByFolder(sessions))).toEqual([
      ['a', ['a1', 'a2']],
      ['b', ['b1']],
    ]);
  });

  it('have those of the demo agent together, wherever they work', () => {
    const sessions = [session('one', '/demo/1', { demo: true }), session('a', '/a'), session('two', '/demo/2', { demo: true })];
    expect(told(groupByFolder(sessions))).toEqual([
      ['Demo agent', ['one', 'two']],
      ['a', ['a']],
    ]);
  });
});

it('eight sessions fit a window of usual width as tabs, nine do not', () => {
  expect([8, 9].map((count) => fitAsTabs(count, 1280 / 16))).toEqual([true, false]);
});

it('what is moved goes to its new place, and the others close up', () => {
  expect(moveElement(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveElement(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

describe('a step to the side', () => {
  const sessions = [session('a1', '/a'), session('a2', '/a'), session('b1', '/b')];
  const step = (name: string, by: 1 | -1, asList: boolean) => steppedOrder(sessions, SessionId.parse(name), by, asList);

  it('changes places with the neighbour, and ends at the ends', () => {
    expect(step('a2', 1, false)).toEqual(['a1', 'b1', 'a2']);
    expect(step('a1', -1, false)).toBeNull();
    expect(step('b1', 1, false)).toBeNull();
  });

  it('stays within the folder in a list', () => {
    expect(step('a1', 1, true)).toEqual(['a2', 'a1', 'b1']);
    expect(step('a2', 1, true)).toBeNull();
  });
});

it('a dragged tab belongs after all those whose middle it has passed', () => {
  expect([5, 60, 500].map((position) => indexAt([50, 150, 250], position))).toEqual([0, 1, 3]);
});
