import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { askId, SessionId } from '../../shared/ids';
import type { AskRecord } from './ask-record';
import { AskStore } from './ask-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-asks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sessionId = SessionId.parse('session');
const aRecord = (toolUseId: string, input: Record<string, unknown> = { command: 'ls' }): AskRecord => ({
  ask: anAsk(toolUseId),
  input,
  folder: '/work',
  state: { status: 'waiting' },
});

it('has on disk what it was given, one record for each ask', () => {
  const store = new AskStore(folder);
  store.put(aRecord('one'));
  store.put(aRecord('two'));
  const decided: AskRecord = {
    ...aRecord('one'),
    state: { status: 'decided', decision: { answer: 'allow' }, surface: 'tray', scope: 'once', by: null, at: 5 },
  };
  store.put(decided);
  store.remove(aRecord('two').ask.id);
  expect(store.records).toEqual([decided]);
  store.disk.close();
  expect(new AskStore(folder).records).toEqual([decided]);
});

it('does not write a big input with every change', () => {
  const store = new AskStore(folder);
  store.put(aRecord('one', { content: 'x'.repeat(100_000) }));
  expect(new AskStore(folder).records).toMatchObject([{ input: null }]);
  expect(readFileSync(path.join(folder, 'asks.json')).length).toBeLessThan(2_000);
});

it('sets a half-written file aside under a new name, with all that is in it', () => {
  writeFileSync(path.join(folder, 'asks.json'), '{"version":1,"asks":[{"ask"');
  const store = new AskStore(folder);
  expect(store.records).toEqual([]);
  expect(store.disk.setAside).toContain('asks.json.unreadable-');
  expect(readdirSync(folder)).toHaveLength(1);
});

it('brings a file of version 1 forward: nothing that waited is lost', () => {
  const { ask, input } = aRecord('old');
  const { expiresAt: _, fingerprint: __, ...older } = ask;
  const decided = { status: 'decided', decision: { answer: 'allow' }, surface: 'card', at: 3 };
  const asks = [
    { ask: older, input, state: { status: 'waiting' } },
    { ask: { ...older, id: askId(sessionId, 'sent') }, input, state: decided },
  ];
  writeFileSync(path.join(folder, 'asks.json'), JSON.stringify({ version: 1, asks }));
  const store = new AskStore(folder);
  expect([store.disk.setAside, store.grants, store.records]).toMatchObject([
    null,
    [],
    [
      { ask: { id: askId(sessionId, 'old'), expiresAt: null }, state: { status: 'waiting' } },
      { ask: { id: askId(sessionId, 'sent') }, state: { ...decided, scope: 'once', by: null } },
    ],
  ]);
});

it('reads a file of version 2, which called a fingerprint a likeness, and writes the new name', () => {
  const { fingerprint, ...ask } = anAsk('old', { fingerprint: 'x' });
  const asks = [{ ask: { ...ask, likeness: fingerprint }, input: { command: 'ls' }, state: { status: 'waiting' } }];
  const grants = [{ sessionId, likeness: 'y', surface: 'tray' }];
  writeFileSync(path.join(folder, 'asks.json'), JSON.stringify({ version: 2, asks, grants }));
  const store = new AskStore(folder);
  expect([store.disk.setAside, store.records, store.grants]).toMatchObject([
    null,
    [{ ask: { id: ask.id, fingerprint: 'x' } }],
    [{ fingerprint: 'y' }],
  ]);
  store.put(aRecord('new'));
  store.disk.close();
  expect(readFileSync(path.join(folder, 'asks.json'), 'utf8')).not.toContain('likeness');
  expect(new AskStore(folder).records).toHaveLength(2);
});

it('reads what a version wrote that did not know who asks, nor the MCP server: nothing that waited is lost', () => {
  const { askedBy: _, defaultToNo: __, changedByHook: ___, mcpServer: ____, ...older } = anAsk('old');
  const asks = [{ ask: older, input: { command: 'ls' }, state: { status: 'waiting' } }];
  writeFileSync(path.join(folder, 'asks.json'), JSON.stringify({ version: 3, asks, grants: [] }));
  const store = new AskStore(folder);
  expect([store.disk.setAside, store.records]).toMatchObject([
    null,
    [{ ask: { id: older.id, askedBy: null, defaultToNo: false, changedByHook: false, mcpServer: null } }],
  ]);
});

it('keeps what was allowed too late beside what waits', () => {
  const store = new AskStore(folder);
  store.put(aRecord('one'));
  store.setGrants([{ sessionId, fingerprint: 'x', surface: 'tray' }]);
  store.remove(askId(sessionId, 'one'));
  store.disk.close();
  expect([new AskStore(folder).grants, new AskStore(folder).records]).toEqual([[{ sessionId, fingerprint: 'x', surface: 'tray' }], []]);
});
