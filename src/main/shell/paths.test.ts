import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { absolutePath, isInside } from './paths';
import { realPathOnDisk, realPathsOnce } from './real-path';

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'place-')));
const folder = path.join(root, 'project');
mkdirSync(path.join(folder, 'src'), { recursive: true });
mkdirSync(path.join(root, 'other', 'deep'), { recursive: true });
symlinkSync(path.join(root, 'other', 'deep'), path.join(folder, 'out'));
symlinkSync(path.join(folder, 'src'), path.join(folder, 'same'));
symlinkSync(path.join(root, 'nothing'), path.join(folder, 'dangling'));
symlinkSync('loop', path.join(folder, 'loop'));
symlinkSync(folder, path.join(root, 'alias'));
afterAll(() => rmSync(root, { recursive: true }));

describe('isInside', () => {
  it.each<[boolean, string]>([
    [true, 'project'],
    [true, 'project/src/a.ts'],
    [true, 'project/src/../a.ts'],
    [true, 'project/not/yet/there'],
    [true, 'project/..a'],
    [true, 'project/same/a.ts'],
    [true, 'project/loop'],
    [false, ''],
    [false, 'project2/a.ts'],
    [false, 'project/../x'],
    [false, 'project/out/a.ts'],
    // For a program `..` goes up from the link's target, for a shell by name. Both must stay inside.
    [false, 'project/out/../a.ts'],
    [false, 'project/dangling'],
    [false, 'alias/a.ts'],
  ])('%s: %s', (inside, place) => {
    expect(isInside(folder, `${root}/${place}`, realPathOnDisk)).toBe(inside);
  });

  it('asks the disk for nothing of a path that is too long to be checked', () => {
    let asked = 0;
    const counting = (place: string): string => {
      asked += 1;
      return place;
    };
    expect(isInside('/a', `/a/${'b/'.repeat(30_000)}`, counting)).toBe(false);
    expect(isInside('/a', `/a/${'b/../'.repeat(2_000)}../c`, counting)).toBe(false);
    expect(asked).toBeLessThan(10);
  });

  it('asks once for the whole way to a folder without links, and once for a file in it', () => {
    const asked: string[] = [];
    const noting = realPathsOnce((place) => {
      asked.push(place);
      return realPathOnDisk(place);
    });
    expect(isInside(folder, `${folder}/new.txt`, noting)).toBe(true);
    expect(asked).toEqual([folder, `${folder}/new.txt`]);
  });

  it('takes a folder by its link and by its real path', () => {
    const alias = path.join(root, 'alias');
    expect([`${alias}/a`, `${folder}/a`, `${root}/x`].map((place) => isInside(alias, place, realPathOnDisk))).toEqual([true, true, false]);
  });
});

describe('absolutePath', () => {
  it.each<[string, string | null]>([
    ['a', '/base/a'],
    ['../a', '/base/../a'],
    ['/a', '/a'],
    ['~', '/home/me'],
    ['~/a', '/home/me/a'],
    ['~other/a', null],
  ])('%s is %s', (written, absolute) => {
    expect(absolutePath(written, '/base', '/home/me')).toBe(absolute);
  });
});
