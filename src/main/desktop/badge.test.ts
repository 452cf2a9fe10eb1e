import { expect, it } from 'vitest';
import { createObservable } from '../../../test/memory-dependencies';
import { appBadge, launcherBadge, overlayBadge, syncBadge } from './badge';

it('shows the number of pending asks, updates it only on changes, and removes it at the end', () => {
  const waiting = createObservable<readonly string[]>(['left over']);
  const shown: number[] = [];
  const dispose = syncBadge(waiting, (count) => shown.push(count));
  waiting.set(['another']);
  waiting.set(['a', 'b']);
  dispose();
  waiting.set([]);
  expect(shown).toEqual([1, 2, 0]);
});

it('shows a number in the dock on macOS', () => {
  const counts: (number | undefined)[] = [];
  const setBadgeCount = (count?: number) => counts.push(count) > 0;
  appBadge({ setBadgeCount })(3);
  expect(counts).toEqual([3]);
});

it('shows an image with a description over the taskbar icon on Windows', () => {
  const set: unknown[] = [];
  const show = overlayBadge((...args) => set.push(args), '/tray/overlay.png');
  show(2);
  show(0);
  expect(set).toEqual([
    ['/tray/overlay.png', '2 waiting'],
    [null, ''],
  ]);
});

it('sends a signal to the docks on Linux', () => {
  const sent: unknown[] = [];
  const bus = { signal: (...args: unknown[]) => sent.push(args), variant: (signature: string, value: unknown) => [signature, value] };
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
