import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toolCode } from '../../test/tool-folders';

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-run-tool-')));
beforeAll(async () => {
  const entries = { 'run-tool': 'src/main/run-tool-command.ts', 'tool-process': 'src/tool-process/main.ts' };
  for (const [name, entry] of Object.entries(entries))
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: { ssr: entry, outDir: folder, emptyOutDir: false, rollupOptions: { output: { entryFileNames: `${name}.js`, format: 'es' } } },
    });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly args?: object;
  readonly answers?: readonly unknown[] | null;
  /** What is typed. */
  readonly typed?: string;
}

/** Runs a tool with this handler. */
async function run(body: string, { args = {}, answers = null, typed = '' }: Run = {}) {
  const tool = path.join(folder, 'tools', 'asks');
  mkdirSync(tool, { recursive: true });
  writeFileSync(path.join(tool, 'tool.ts'), toolCode('asks', body));
  const options = JSON.stringify({ folder: tool, cwd: folder, args, answers });
  const child = spawn(process.execPath, [path.join(folder, 'run-tool.js'), options], { stdio: 'pipe' });
  child.stdin.end(typed);
  const texts = [child.stdout, child.stderr].map(async (stream) => (await stream.setEncoding('utf8').toArray()).join(''));
  const [code] = await once(child, 'close');
  const [output = '', told = ''] = await Promise.all(texts);
  return { code, output, told };
}

const fields = [
  { id: 'to', type: 'text', label: 'To', required: true, pattern: '[A-Z].*' },
  { id: 'way', type: 'select', label: 'Way', options: ['train', 'bus'].map((value) => ({ value, label: value.toUpperCase() })) },
  { id: 'stops', type: 'multiselect', label: 'Stops', options: ['a', 'b', 'c'].map((value) => ({ value, label: value })) },
  { id: 'nights', type: 'number', label: 'Nights', min: 1, defaultValue: 2 },
  { id: 'meals', type: 'checkbox', label: 'Meals' },
  { id: 'notes', type: 'textarea', label: 'Notes' },
];
const form = `return ctx.requestInteraction({ type: 'input', prompt: 'Where?', timeoutMs: 60_000, inputSchema: { type: 'form', fields: ${JSON.stringify(fields)} },
  onResponse: (answer) => ({ complete: answer }), onTimeout: () => ({ complete: 'late' }) });`;
const approval = `return ctx.requestInteraction({ type: 'approval', prompt: 'Sure?', onResponse: (answer) => ({ complete: answer }), onTimeout: () => ({ complete: 'late' }) });`;

it('asks for each field in words, with the checks of the app, and prints what Claude gets', async () => {
  const typed = ['oslo', 'Oslo', '2', '1, c', 'many', '', 'y', 'first\\nsecond', ''].join('\n');
  const { code, output, told } = await run(form, { typed: `${typed}\n` });
  expect(JSON.parse(output)).toEqual({
    action: 'submit',
    input: { to: 'Oslo', way: 'bus', stops: ['a', 'c'], nights: 2, meals: true, notes: 'first\nsecond' },
  });
  expect(code).toBe(0);
  for (const words of ['Where?', '(required)', '! This does not have the expected form.', '  2 BUS', '! Enter a number.', 'Nights [2]: '])
    expect(told).toContain(words);
});

it.each([
  ['once\n', { action: 'approve', approvalScope: 'once' }],
  ['what\nS\n', { action: 'approve', approvalScope: 'session' }],
  ['d\nToo risky.\n', { action: 'deny', reason: 'Too risky.' }],
  ['d\n\n', { action: 'deny' }],
  ['', { action: 'cancel' }],
])('takes %j for an approval', async (typed, answer) => {
  expect(JSON.parse((await run(approval, { typed })).output)).toEqual(answer);
});

it('cancels a form when the input ends', async () => {
  expect(JSON.parse((await run(form, { typed: 'Oslo\n' })).output)).toEqual({ action: 'cancel' });
});

it('takes answers from a list, checked as the app would, on top of what the form starts with', async () => {
  const good = await run(form, { answers: [{ action: 'submit', input: { to: 'Oslo', stops: [] } }] });
  expect(JSON.parse(good.output)).toEqual({ action: 'submit', input: { to: 'Oslo', nights: 2 } });
  expect(JSON.parse((await run(form, { answers: ['timeout'] })).output)).toBe('late');
});

it.each([
  ['values that the form does not take', form, [{ action: 'submit', input: { to: 'oslo' } }], 'to: This does not have the expected form.'],
  ['an answer of another kind', form, [{ action: 'approve' }], '“approve” is no answer to a prompt of the type “input”.'],
  ['a scope that is not offered', approval, [{ action: 'approve', approvalScope: 'always' }], 'The prompt does not offer “always”.'],
  ['too few answers', approval, [], 'There are more prompts than answers.'],
])('fails for %s', async (_what, body, answers, why) => {
  const { code, output, told } = await run(body, { answers });
  expect([code, output]).toEqual([1, '']);
  expect(told).toContain(why);
});

it('says what is wrong with the arguments and with the tool', async () => {
  expect(await run('return 1;', { args: { text: 5 } })).toMatchObject({
    code: 1,
    told: expect.stringContaining('These are not arguments of asks'),
  });
  expect(await run("throw new Error('No key.');")).toMatchObject({ code: 1, told: expect.stringContaining('signalbox: No key.') });
  expect(await run('return (;')).toMatchObject({ code: 1, told: expect.stringContaining('(tool.ts:') });
});
