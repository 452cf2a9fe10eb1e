import { expect, it } from 'vitest';
import { appBadge, keepBadge, launcherBadge, overlayBadge } from './badge';
import { changeable } from './memory-surroundings';

it('is the number of what waits, told only when it changes, and gone at the end', () => {
  const waiting = changeable<readonly string[]>(['left over']);
  const shown: number[] = [];
  const end = keepBadge(waiting, (count) => shown.push(count));
  waiting.set(['another']);
  waiting.set(['a', 'b']);
  end();
  waiting.set([]);
  expect(shown).toEqual([1, 2, 0]);
});

it('is a number in the dock of macOS', () => {
  const counts: (number | undefined)[] = [];
  const setBadgeCount = (count?: number) => counts.push(count) > 0;
  appBadge({ setBadgeCount })(3);
  expect(counts).toEqual([3]);
});

it('is a picture with words over the taskbar icon of Windows', () => {
  const set: unknown[] = [];
  const show = overlayBadge((...args) => set.push(args), '/tray/overlay.png');
  show(2);
  show(0);
  expect(set).toEqual([
    ['/tray/overlay.png', '2 waiting'],
    [null, ''],
  ]);
});

it('is a signal to the docks of Linux', () => {
  const sent: unknown[] = [];
  const bus = { signal: (...args: unknown[]) => sent.push(args), typed: (signature: string, value: unknown) => [signature, value] };
  launcherBadge(bus, 'signalbox.desktop')(2);
  expect(sent).toEqual([
    [
      '/com/canonical/unity/launcherentry/signalbox',
      'com.canonical.Unity.LauncherEntry',
      'Update',
      'sa{sv}',
      ['application://signalbox.desktop', { count: ['x', 2], 'count-visible': ['b', true] }],
    ],
  ]);
});
