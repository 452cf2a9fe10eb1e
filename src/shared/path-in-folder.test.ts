import { expect, it } from 'vitest';
import { pathInFolder } from './path-in-folder';

it('is short inside the folder, whichever way the system writes paths', () => {
  expect(pathInFolder('/home/a/project/src/main.ts', '/home/a/project')).toBe('src/main.ts');
  expect(pathInFolder('C:\\work\\src\\main.ts', 'C:\\work')).toBe('src\\main.ts');
});

it('is whole outside of it, and for what is no path', () => {
  for (const text of ['/home/a/project-2/main.ts', '/etc/hosts', '/home/a/project', '/home/a/project/', '*.ts'])
    expect(pathInFolder(text, '/home/a/project')).toBe(text);
  expect(pathInFolder('/etc/hosts', '')).toBe('/etc/hosts');
});
