import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Log } from './log';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name = 'signalbox.log'): string => readFileSync(path.join(folder, name), 'utf8');

it('writes one redacted line per message', () => {
  const log = new Log({ folder });
  log.warn('two\nlines', { token: 'verysecretvalue', error: new Error('broken') });
  const [line, ...more] = read().trimEnd().split('\n');
  expect(more).toEqual([]);
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn {2}two\\nlines /);
  expect(line).toContain('Error: broken');
  expect(line).not.toContain('verysecretvalue');
});

it('skips messages below its level', () => {
  const log = new Log({ folder, level: 'warn' });
  log.info('quiet');
  log.error('loud');
  expect(read()).toContain('loud');
  expect(read()).not.toContain('quiet');
});

it('rotates by size and keeps a limited number of old files', () => {
  const log = new Log({ folder, maxBytes: 300, keep: 2 });
  for (let i = 0; i < 40; i++) log.info(`message number ${i}`);
  expect(readdirSync(folder).sort()).toEqual(['signalbox.1.log', 'signalbox.2.log', 'signalbox.log']);
  expect(read()).toContain('message number 39');
  for (const name of readdirSync(folder)) expect(read(name).length).toBeLessThanOrEqual(300);
});

it('appends to the file of the previous start', () => {
  new Log({ folder }).info('first start');
  const log = new Log({ folder });
  log.info('second start');
  expect(log.tail(2)).toMatch(/first start\n.*second start/);
  expect(log.tail(1)).not.toContain('first start');
});

it('does not throw when it can’t write', () => {
  const log = new Log({ folder: '/dev/null/logs' });
  expect(() => log.error('lost')).not.toThrow();
  expect(log.tail(5)).toBe('');
});

it('writes the message even if its facts can’t be serialized', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const log = new Log({ folder });
  log.error('went round', circle);
  log.error('too big', { size: 1n });
  expect(log.tail(2)).toMatch(/went round .*left out.*\n.*too big .*left out/);
});

it('cuts long values and messages', () => {
  const log = new Log({ folder });
  log.warn('long', { subtype: 'x'.repeat(10_000_000), many: Array.from({ length: 100 }, () => 'y'.repeat(5_000)) });
  log.warn('z'.repeat(10_000_000));
  const [facts = '', message = ''] = read().trimEnd().split('\n');
  expect(facts).toContain(`${'x'.repeat(8_000)}… (9992000 more characters)`);
  expect([facts.length < 70_000, message.length < 9_000]).toEqual([true, true]);
});

it('does not split a surrogate pair when it cuts a message', () => {
  const log = new Log({ folder });
  log.warn(`${'x'.repeat(7_999)}😀y`);
  expect(log.tail(1)).toContain('x… (3 more characters)');
});
