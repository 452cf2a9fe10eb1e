import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OfferedTool } from '../src/main/tools/offered-tool';
import { type AnsweredCall, aToolCall } from './a-tool-call';
import { buildToolProcess } from './built-tool-process';
import { ToolFolders } from './tool-folders';

const examples = path.resolve(import.meta.dirname, '../resources/examples');
let entry: string;
let folders: ToolFolders;

beforeAll(async () => {
  entry = await buildToolProcess();
});
afterAll(() => rmSync(path.dirname(entry), { recursive: true, force: true }));
beforeEach(() => {
  folders = new ToolFolders(entry);
});
afterEach(() => folders.close());

async function load(example: string, name: string): Promise<OfferedTool> {
  cpSync(path.join(examples, example), folders.folderOf(example), { recursive: true });
  await folders.prepare();
  return folders.tool(name);
}

it('both load without an error', async () => {
  await load('delete-files', 'delete_files');
  await load('plan-trip', 'plan_trip');
  await folders.state('plan-trip', 'ready');
  expect(folders.tools.list.map(({ name, state }) => `${name}: ${state}`)).toEqual(['delete_files: ready', 'plan_trip: ready']);
});

it('delete-files deletes what was approved, and nothing else', async () => {
  const name = 'old.log';
  const tool = await load('delete-files', 'delete_files');
  const inProject = (call: AnsweredCall): AnsweredCall => ({ ...call, cwd: folders.project });
  writeFileSync(path.join(folders.project, name), '');
  const denied = inProject(aToolCall([{ action: 'deny', reason: 'Not now.' }]));
  expect(await tool.call({ files: [name] }, denied)).toEqual({ ok: false, denied: true, reason: 'Not now.' });
  expect(denied.prompts[0]).toMatchObject({ prompt: `Delete this file?\n\n${name}`, approvalScopes: ['once', 'session', 'always'] });
  expect(await tool.call({ files: [name] }, inProject(aToolCall(['timeout'])))).toMatchObject({ ok: false, error: expect.any(String) });
  expect(existsSync(path.join(folders.project, name))).toBe(true);
  const once = inProject(aToolCall([{ action: 'approve', approvalScope: 'once' }]));
  expect(await tool.call({ files: [name] }, once)).toEqual({ ok: true, deleted: 1 });
  expect([existsSync(path.join(folders.project, name)), once.remembered.size]).toEqual([false, 0]);
});

it('delete-files asks no second time for the same files once that was approved, and does for others', async () => {
  const tool = await load('delete-files', 'delete_files');
  const call = { ...aToolCall([{ action: 'approve', approvalScope: 'always' }]), cwd: folders.project };
  const write = () => ['a', 'b'].map((name) => writeFileSync(path.join(folders.project, name), ''));
  write();
  expect(await tool.call({ files: ['b', 'a'] }, call)).toEqual({ ok: true, deleted: 2 });
  write();
  expect(await tool.call({ files: ['a', 'b'] }, call)).toEqual({ ok: true, deleted: 2 });
  expect([call.prompts.length, [...call.remembered]]).toEqual([1, [['a, b', 'always']]]);
  write();
  const other = { ...aToolCall([{ action: 'cancel' }]), cwd: folders.project, approvals: call.approvals };
  expect(await tool.call({ files: ['a'] }, other)).toMatchObject({ ok: false, denied: true });
});

it.each(['../data/x', '/etc/hostname', '.', 'out/x'])('delete-files refuses %s, which is outside of the project', async (file) => {
  const tool = await load('delete-files', 'delete_files');
  const outside = path.join(folders.base, 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'x'), '');
  symlinkSync(outside, path.join(folders.project, 'out'));
  const call = { ...aToolCall([{ action: 'approve' }]), cwd: folders.project };
  await expect(tool.call({ files: [file] }, call)).rejects.toThrow(`${file} is not in the project.`);
  expect([call.prompts, existsSync(path.join(outside, 'x'))]).toEqual([[], true]);
});

it('plan-trip asks again for days that make no sense, then for the rest, and remembers the destination', async () => {
  const tool = await load('plan-trip', 'plan_trip');
  const wrong = { destination: 'Oslo', from: '2027-03-04', to: '2027-03-01' };
  const right = { ...wrong, to: '2027-03-06' };
  const call = aToolCall([
    { action: 'submit', input: wrong },
    { action: 'submit', input: right },
    { action: 'submit', input: { stay: 'tent', budget: 150 } },
  ]);
  expect(await tool.call({}, call)).toEqual({ ok: true, trip: { ...right, nights: 2, stay: 'tent', budget: 150 } });
  expect(call.prompts.map(({ step, error, initialValues }) => ({ step, error, initialValues }))).toEqual([
    { step: 0, error: undefined, initialValues: { destination: '' } },
    { step: 1, error: 'The last day must be after the first.', initialValues: wrong },
    { step: 2, error: undefined, initialValues: { stay: 'hotel', budget: 200 } },
  ]);
  const next = aToolCall([{ action: 'cancel' }]);
  expect(await tool.call({}, next)).toEqual({ ok: false, cancelled: true });
  expect(next.prompts[0]?.initialValues).toEqual({ destination: 'Oslo' });
});

it('the guide for authors shows the example as it is', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/interactive-tools.md'), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(blocks).toContain(readFileSync(path.join(examples, 'delete-files/tool.ts'), 'utf8'));
});
