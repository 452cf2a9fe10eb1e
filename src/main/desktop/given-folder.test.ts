import { expect, it } from 'vitest';
import { givenFolder } from './given-folder';

const installed = { isDefaultApp: false, cwd: '/home/ann' };
const development = { isDefaultApp: true, cwd: '/home/ann' };

it.each([
  [['/opt/signalbox'], null],
  [['/opt/signalbox', 'work'], '/home/ann/work'],
  [['/opt/signalbox', '.'], '/home/ann'],
  [['/opt/signalbox', '--no-sandbox', '/srv/a b', '/srv/other'], '/srv/a b'],
  [['/opt/signalbox', '--', '-odd name'], '/home/ann/-odd name'],
  [['/opt/signalbox', ''], null],
  [['/opt/signalbox', '/srv/🚂\nline'], '/srv/🚂\nline'],
])('takes the folder from %j', (argv, folder) => {
  expect(givenFolder(argv, installed)).toBe(folder);
});

it('does not take the app itself for a folder', () => {
  expect(givenFolder(['electron', '-r', 'loader.js', '--inspect=0', '.'], development)).toBeNull();
  expect(givenFolder(['electron', '-r', 'loader.js', '.', 'work'], development)).toBe('/home/ann/work');
});
