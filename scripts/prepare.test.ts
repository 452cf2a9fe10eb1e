import { expect, it } from 'vitest';
import { checkPlatform } from './prepare.mjs';
import { needsSentence, packagesFor } from './system-libraries.mjs';

it('says which systems it runs on when this is not one of them', () => {
  expect(() => checkPlatform('freebsd-x64', '22.0.0')).toThrow('does not run on freebsd-x64');
  expect(() => checkPlatform('linux-x64', '20.19.0')).not.toThrow();
});

it('says which Node it needs, and a command that has it', () => {
  expect(() => checkPlatform('linux-x64', '18.20.1')).toThrow(
    expect.objectContaining({ message: expect.stringContaining('this is Node 18.20.1'), fix: expect.stringContaining('npx node@') }),
  );
});

it('turns missing libraries into the packages that hold them, each once', () => {
  expect(packagesFor(['libnss3.so', 'libnssutil3.so', 'libgbm.so.1'], [])).toEqual(['libnss3', 'libgbm1']);
  expect(packagesFor([], ['Xvfb', 'dbus-daemon'])).toEqual(['xvfb', 'dbus']);
  expect(() => packagesFor(['libstrange.so.9'], [])).toThrow('libstrange.so.9');
});

it('names what is missing, and only that', () => {
  expect(needsSentence(['libnss3.so', 'libgbm.so.1'], [])).toBe('Electron needs libnss3.so, libgbm.so.1.');
  expect(needsSentence([], ['Xvfb'])).toBe('A virtual display needs Xvfb.');
  expect(needsSentence(['libnss3.so'], ['Xvfb'])).toBe('Electron needs libnss3.so. A virtual display needs Xvfb.');
  expect(needsSentence([], ['dunst', 'xdotool'])).toBe('The tests of the desktop need dunst, xdotool.');
  expect(needsSentence([], ['zsh'])).toBe('The comparison with the real shells needs zsh.');
});
