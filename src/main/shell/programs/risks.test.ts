import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../../test/disk-with';
import { shellFindings } from '../findings';

const realpath = diskWith({}, (place) => /\/(\.git|HEAD|main)$/.test(place));
const kinds = (command: string): string =>
  [...new Set(shellFindings(command, { cwd: '/home/me/project', home: '/home/me', realpath }).map(({ kind }) => kind))].sort().join(' ');

describe('tar, with its flags in every spelling', () => {
  it.each([
    ["tar cIf 'rm -rf src' x.tar a", 'deletes'],
    ["tar cfI x.tar 'rm a' b", 'deletes'],
    ["tar -cI'rm a' -f x.tar b", 'deletes'],
    ["tar cfF x.tar 'rm a' b", 'deletes'],
    ["bsdtar -c --use-compress-program 'rm a' -f x.tar b", 'deletes'],
    ['tar czf /tmp/a.tgz src', 'outside'],
    ['tar -czf/tmp/a.tgz src', 'outside'],
    ['tar xzfC a.tgz /tmp', 'outside'],
    ['tar xf a.tar .claude/settings.json', 'governs'],
    ['unzip a.zip .claude/settings.json', 'governs'],
    ['tar czf a.tgz src', ''],
    ['tar -xzf a.tgz -C out src/a.ts', ''],
    ['tar tf a.tgz', ''],
  ])('%s: %s', (command, expected) => expect(kinds(command)).toBe(expected));
});
