import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import type { TranscriptItem } from '../../shared/transcript';
import { Ledger } from '../ledger/ledger';
import { importTranscript } from './transcript-copies';

const id = SessionId.parse('session');
let folder: string;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-import-'));
  ledger = new Ledger({ folder });
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const deep = (depth: number): string => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;
const user = (uuid: string, parent: string | null, content: string): string =>
  `{"type":"user","uuid":"${uuid}","parentUuid":${JSON.stringify(parent)},"message":{"content":${content}}}`;
const assistant = (uuid: string, parent: string, block: string): string =>
  `{"type":"assistant","uuid":"${uuid}","parentUuid":"${parent}","message":{"id":"msg-${uuid}","content":[${block}]}}`;
const said = (item: TranscriptItem): unknown => ('text' in item ? item.text : item.kind === 'tool' ? [item.name, item.status] : item.kind);

it.each([5_000, 100_000])('a line that is nested %d deep costs no other line of a past session', async (depth) => {
  const file = path.join(folder, 'past.jsonl');
  const lines = [
    user('1', null, '"Hello"'),
    assistant('2', '1', `{"type":"tool_use","id":"t1","name":"Odd","input":${deep(depth)}}`),
    user(
      '3',
      '2',
      `[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"Done"},{"type":"odd","x":${deep(depth)}}]}]`,
    ),
    `{"type":"user","uuid":"4","parentUuid":"3","toolUseResult":${deep(depth)},"message":{"content":"And then"}}`,
    assistant('5', '4', `{"type":"odd","x":${deep(depth)}}`),
    `{"type":"system","subtype":"compact_boundary","uuid":"6","parentUuid":"5","compactMetadata":${deep(depth)}}`,
    assistant('7', '6', '{"type":"text","text":"Bye"}'),
  ];
  writeFileSync(file, lines.join('\n'));
  await importTranscript(ledger, file, id, () => 0);
  const items = ledger.fullPage(id, { limit: 100 });
  expect(items.map(said)).toEqual(['Hello', ['Odd', 'ok'], 'And then', 'note', 'Bye']);
  await expect(ledger.find(id, 'bye')).resolves.toBeDefined();
});
